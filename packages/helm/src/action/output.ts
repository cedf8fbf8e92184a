/** The output of `helm template` for a render. Follows helm.sh/helm/v4 v4.2.4 pkg/cmd/template.go and pkg/action/action.go. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BadPatternError, pathMatch } from '@mcpgw/go/path';
import { trimSpace } from '@mcpgw/go/strings';
import { encodeString } from '@mcpgw/go/values';
import type { Dialect } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { withFsErrors } from '../common/fs-error.js';
import { makeFolder } from '../common/make-folder.js';
import { splitManifests } from '../release/manifests.js';
import type { Rendered } from './template.js';

/** The flags of `helm template` that select what is printed. */
export interface OutputOptions {
  /** Same as `--include-crds`: prints the files of `crds/` first. */
  readonly includeCrds?: boolean;
  /** Same as `--no-hooks`: omits all hooks. */
  readonly noHooks?: boolean;
  /** Same as `--skip-tests`: omits hooks of the event `test`. */
  readonly skipTests?: boolean;
  /** Paths below the chart, or patterns for them. Only the output of these templates is printed, in this order. */
  readonly showOnly?: readonly string[];
}

interface Document {
  readonly path: string;
  readonly content: string;
}

const print = ({ path, content }: Document): string => `---\n# Source: ${path}\n${content}\n`;

const hooksOf = (rendered: Rendered, { noHooks, skipTests }: OutputOptions): readonly Document[] =>
  noHooks ? [] : rendered.hooks.filter(hook => !(skipTests && hook.events.includes('test')));

/**
 * Formats a render as Helm's standard output.
 *
 * @throws HelmError if a `showOnly` path names no rendered template
 */
export function formatOutput(rendered: Rendered, options: OutputOptions = {}): string {
  const resources = [...(options.includeCrds ? rendered.crds : []), ...rendered.manifests].map(print);
  const last = resources.pop();
  const text = [...resources, last === undefined ? '' : trimSpace(last), '\n', ...hooksOf(rendered, options).map(print)].join('');
  return options.showOnly && options.showOnly.length > 0 ? selectTemplates(text, options.showOnly, rendered.dialect) : text;
}

function selectTemplates(text: string, patterns: readonly string[], dialect: Dialect): string {
  const documents = splitManifests(text, dialect).map(content => ({ content, path: /# Source: (.+)/.exec(content)?.[1] ?? '' }));
  return showOnly(documents, patterns)
    .map(({ content }) => `---\n${content}\n`)
    .join('');
}

/**
 * Selects the documents of the templates that `--show-only` names, in the order of its patterns.
 *
 * @throws HelmError if a pattern matches no template
 */
export function showOnly<T extends { readonly path: string }>(documents: readonly T[], patterns: readonly string[]): T[] {
  return patterns.flatMap(pattern => {
    const found = documents.filter(({ path }) => path.includes('/') && matches(pattern, path.slice(path.indexOf('/') + 1)));
    if (found.length === 0) throw new HelmError(`could not find template ${pattern} in chart`);
    return found;
  });
}

function matches(pattern: string, name: string): boolean {
  try {
    return pathMatch(pattern, name);
  } catch (error) {
    if (error instanceof BadPatternError) return false;
    throw error;
  }
}

/** Where the output is written, as `--output-dir` says. */
export interface OutputDirectory {
  readonly path: string;
  /** Writes below this folder in `path`, as `--release-name` does. CRDs stay directly in `path`. */
  readonly releaseName?: string;
}

/**
 * Writes every document to the file of its template. Returns Helm's standard output, one line for each write.
 *
 * @throws HelmError if a file cannot be written, or for `showOnly`, which Helm refuses after the writes
 */
export function writeOutput(rendered: Rendered, directory: OutputDirectory, options: OutputOptions = {}): string {
  const [wanted] = options.showOnly ?? [];
  if (wanted !== undefined)
    throw new HelmError(`could not find template ${wanted} in chart: nothing is printed where an output folder is given`);
  const written = new Set<string>();
  const lines: string[] = [];
  const base = directory.releaseName === undefined ? directory.path : `${directory.path}/${directory.releaseName}`;
  const write = (folder: string, document: Document, append: boolean): void => {
    const file = `${folder}/${document.path}`;
    withFsErrors(() => writeDocument(file, document, append));
    written.add(file);
    lines.push(`wrote ${file}\n`);
  };
  for (const crd of options.includeCrds ? rendered.crds : []) write(directory.path, crd, written.has(`${directory.path}/${crd.path}`));
  for (const manifest of rendered.manifests) write(base, manifest, written.has(`${base}/${manifest.path}`));
  for (const hook of hooksOf(rendered, options)) write(base, hook, existsSync(`${base}/${hook.path}`));
  return `${lines.join('')}\n`;
}

function writeDocument(file: string, document: Document, append: boolean): void {
  makeFolder(dirname(file));
  const data = encodeString(print(document));
  if (append) appendFileSync(file, data);
  else writeFileSync(file, data);
}
