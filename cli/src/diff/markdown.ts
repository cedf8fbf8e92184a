import { visible, visibleLines } from '@mcpgw/diagnostics';
import handlebars from 'handlebars';
import { stringify } from 'yaml';
import commentTemplate from './comment.md.hbs';
import type { DiffReport, ObjectReport } from './report.js';
import { changeLines, effectsText, objectName, summary } from './text.js';

/** Longest comment that GitHub accepts, in characters, minus a reserve. */
const maxBody = 60_000;
/** Objects with up to this many lines are not folded. */
const openLines = 30;

const signs = { added: '🟢', removed: '🔴', changed: '🟡' } as const;

/** The report as a comment on a pull request: one `diff` block per object, folded if it is long. */
export function formatMarkdown(report: DiffReport): string {
  const blocks = report.objects.map(blockOf);
  const kept = blocks.filter((_, i) => blocks.slice(0, i + 1).reduce((sum, { body }) => sum + body.length + 200, 0) <= maxBody);
  const template = handlebars.compile(commentTemplate, { strict: true });
  const text = template({
    title: `mcpgw diff: ${summary(report)}`,
    from: codeText(report.from),
    to: codeText(report.to),
    objects: kept,
    omitted: blocks.length - kept.length,
  });
  return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

function blockOf(object: ObjectReport) {
  const body = visibleLines(bodyOf(object));
  return {
    sign: signs[object.status],
    name: objectName(object),
    effects: effectsText(object),
    open: body.split('\n').length <= openLines,
    fence: fenceFor(body),
    body,
  };
}

/** A text inside a code span: one line, without a backtick that would end it. */
const codeText = (text: string): string => visible(text).replaceAll('`', "'");

/** A fence longer than any run of backticks in the text. */
const fenceFor = (text: string): string => '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

/** The lines of an object: its changes, or all of it where it was added or removed; the first character says which. */
export function bodyOf(object: ObjectReport): string {
  if (object.object === undefined) return object.changes.map(change => diffLines(changeLines(change, text => text, ''))).join('');
  const sign = object.status === 'added' ? '+' : '-';
  return stringify(object.object, { lineWidth: 0 }).replace(/^(?=.)/gm, `${sign} `);
}

/** `! ` marks a changed field for the highlighter of `diff` blocks. */
const diffLines = (text: string): string => text.replace(/^~ /gm, '! ');
