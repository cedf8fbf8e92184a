/**
 * A report as one HTML file: no network, no cookie, one style and one script that the content security policy of the file names by
 * their digests. It reads without the script, which only filters. Texts of strangers are escaped by Handlebars; `print` replaces what cannot be
 * seen (docs/adr/0046-text-of-strangers.md).
 */
import { createHash } from 'node:crypto';
import handlebars from 'handlebars';
import { version } from '../version.js';
import pageTemplate from './page.html.hbs';
import scriptText from './script.js.hbs';
import styleText from './style.css.hbs';

/** How a result looks: red, yellow, green, blue or gray. */
export type Tone = 'bad' | 'warn' | 'ok' | 'info' | 'plain';

/** A report, ready for the page. */
export interface HtmlReport {
  /** The command that made it: `validate`. */
  readonly command: string;
  /** The result in a few words, which is the heading. */
  readonly verdict: { readonly kind: Tone; readonly text: string };
  /** A sentence below the heading. */
  readonly lead?: string;
  /** What can be hidden, by the value of `data-item`. */
  readonly filters: readonly { readonly key: string; readonly kind: Tone; readonly label: string; readonly count: number }[];
  /** The template of the content, and what it shows. */
  readonly template: string;
  readonly view: object;
}

const digest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The file. */
export function htmlPage({ template, view, filters, ...report }: HtmlReport): string {
  return handlebars.compile(pageTemplate, { strict: true })({
    lead: '',
    ...report,
    filters: filters.filter(({ count }) => count > 0),
    version,
    style: styleText,
    styleHash: digest(styleText),
    script: scriptText,
    scriptHash: digest(scriptText),
    body: handlebars.compile(template, { strict: true })(view),
  });
}

/** A line of a difference. */
export interface DiffLine {
  readonly kind: 'add' | 'remove' | 'change' | 'same';
  readonly text: string;
}

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'add', '-': 'remove', '~': 'change', '!': 'change' };

/** The lines of a text whose first character says what they are. */
export const diffLines = (text: string): readonly DiffLine[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => ({ kind: (isHead(line, index) ? undefined : kinds[line.charAt(0)]) ?? 'same', text: line.replace(/^! /, '~ ') }));

/** The two lines at the beginning of a difference that name its sides. */
const isHead = (line: string, index: number): boolean =>
  (index === 0 && line.startsWith('--- ')) || (index === 1 && line.startsWith('+++ '));
