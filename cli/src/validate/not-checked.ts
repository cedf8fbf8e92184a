/** Counts the inputs of `mcpgw validate` that are not checked, so that no report claims more than was done. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Finding, NotChecked, SkipReason } from '@mcpgw/diagnostics';
import { readBytes } from '../read-file.js';

/** Collects the skipped inputs of a run. */
export class Skips {
  readonly #files = new Map<string, SkipReason>();
  #documents = 0;
  #skippedDocuments = 0;
  #otherFiles = 0;

  add(file: string, reason: SkipReason): void {
    this.#files.set(file, reason);
  }

  addOtherFile(): void {
    this.#otherFiles++;
  }

  addSkippedDocument(): void {
    this.#skippedDocuments++;
  }

  /** Counts the documents whose kind is not known, before comments and settings silence their findings. */
  addDocuments(findings: readonly Finding[]): void {
    this.#documents += findings.filter(isUnknownDocument).length;
  }

  result(): NotChecked {
    return {
      files: Array.from(this.#files, ([file, reason]) => ({ file, reason })),
      documents: this.#documents,
      skippedDocuments: this.#skippedDocuments,
      otherFiles: this.#otherFiles,
    };
  }
}

/** An object of an unknown kind has a path; a name close to a known one is an error, so it counts as checked. */
const isUnknownDocument = ({ rule, severity, path }: Finding): boolean =>
  rule === 'unknown-kind' && severity !== 'error' && path !== undefined;

/** JSON files that other programs read with comments in them; no server configuration has these names. */
const jsonWithComments =
  /^(?:[jt]sconfig(?:\.[\w.-]+)?|devcontainer|\.devcontainer|\.eslintrc|\.jshintrc|\.swcrc)\.json$|^api-extractor\.json$/;
const editorFiles = /^(?:settings|launch|tasks|extensions|keybindings)\.json$/;

/** Whether a file that was found in a folder is one of those. */
export const isJsonWithComments = (path: string): boolean =>
  jsonWithComments.test(basename(path)) || (basename(dirname(path)) === '.vscode' && editorFiles.test(basename(path)));

/** YAML and JSON files of programs that mcpgw does not check, by their folder or name: CI systems and tools of a repository. */
const ofOtherPrograms =
  /(?:^|\/)(?:\.github\/|\.gitlab\/|\.circleci\/|\.gitlab-ci\.ya?ml$|\.pre-commit-(?:config|hooks)\.yaml$|azure-pipelines\.ya?ml$|bitbucket-pipelines\.yml$|action\.ya?ml$|(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$|mkdocs\.ya?ml$|package(?:-lock)?\.json$)/;

/** Whether a file of unknown content that was found in a folder has the name of a file of such a program. */
export const isOfOtherProgram = (path: string): boolean => ofOtherPrograms.test(resolve(path).replaceAll('\\', '/'));

const configNames = /\.(?:ya?ml|json|jsonc|toml)$/i;
const otherLanguages =
  /\.(?:md|markdown|rst|adoc|html?|css|svg|sh|bash|zsh|fish|ps1|bat|[cm]?[jt]sx?|py|rb|go|rs|java|kt|lua|pl|php|sql|diff|patch)$/i;

/** Whether a file holds a program, or text for people: neither can be YAML or JSON, although a reader of YAML finds something in most texts. */
export const isOtherLanguage = (path: string, text: string): boolean =>
  !configNames.test(path) && (otherLanguages.test(path) || /^#! ?\//.test(text));

/** The note about a file in another language. */
export const otherLanguageFinding = (file: string): Finding => ({
  rule: 'unknown-kind',
  severity: 'warning',
  message: 'the file is a program or a text for people, not YAML or JSON; it is not checked',
  file,
  suggestion: 'leave it out, or say with --kind what it is',
});

/** The finding about values that are for another chart than the bundled one. */
export const otherChartFinding = (file: string): Finding => ({
  rule: 'unknown-kind',
  severity: 'warning',
  message: 'most of these values are not of the bundled chart; the file is not checked',
  file,
  suggestion: 'name its chart with --chart, or say --kind values',
});

/**
 * Whether a text holds an action of a template. The lexer of Go's templates takes the first `{{` wherever it stands as the start of an
 * action, in quotes and comments of YAML too, so that looking for it answers the question and reads no syntax of actions.
 */
export const holdsAction = (text: string): boolean => text.includes('{{');

/**
 * The chart that a file is a template of: it lies in `templates/` beside a Chart.yaml and holds an action. It is not YAML until it
 * is rendered; plain files there are checked like any other.
 */
export function chartOfTemplate(path: string, text: string): string | undefined {
  if (!holdsAction(text)) return undefined;
  for (let folder = dirname(resolve(path)); folder !== dirname(folder); folder = dirname(folder)) {
    if (basename(folder) === 'templates' && isChart(dirname(folder))) return chartAsNamed(path, dirname(folder));
  }
  return undefined;
}

/** A folder with a Chart.yaml that names a chart. */
function isChart(folder: string): boolean {
  const file = join(folder, 'Chart.yaml');
  return existsSync(file) && /^name:/m.test(new TextDecoder().decode(readBytes(file, file)));
}

/** The chart's folder, as part of the given path. */
function chartAsNamed(path: string, chart: string): string {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (resolve(folder) === chart) return folder;
    if (dirname(folder) === folder) return chart;
  }
}

/** The note about a template. */
export const templateFinding = (file: string, chart: string): Finding => ({
  rule: 'unknown-kind',
  severity: 'warning',
  message: 'a template of a chart is not YAML until it is rendered; it is not checked',
  file,
  suggestion: `check the chart: mcpgw validate ${chart}`,
});
