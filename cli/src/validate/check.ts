/** What `mcpgw validate` and `mcpgw lsp` find in files: from inputs to a report. */
import { dirname, resolve } from 'node:path';
import { type Definitions, definitionsOf } from '@mcpgw/custom-resources';
import { type Finding, makeReport, type Report, type SkipReason, Sources, visible } from '@mcpgw/diagnostics';
import { applyComments, decodeFile, type Kind, maxStreamBytes, type Node } from '@mcpgw/structure';
import {
  applySettings,
  type EmbeddedServe,
  type KeptFindings,
  mayBeForBundledChart,
  type Settings,
  type Validated,
  validateText,
} from '@mcpgw/validate';
import { say } from '../terminal.js';
import { defaultSettings, makeContext, type RunContext } from './context.js';
import { readDefinitions } from './definitions.js';
import type { ValidateFlags } from './flags.js';
import { findInputs, type Input, readNamedFile, stdinName } from './inputs.js';
import {
  chartOfTemplate,
  isOfOtherProgram,
  isOtherLanguage,
  otherChartFinding,
  otherLanguageFinding,
  type Skips,
  templateFinding,
} from './not-checked.js';
import { notesOf } from './notes.js';
import { findingsOfPatch, Patches } from './patches.js';
import { ruleIds } from './rule-list.js';
import { DefinedObjects } from './same-object.js';
import { embeddedRestFindings, namedFiles, readServersFile, restFindings } from './serve-file.js';
import { alone, readTogether, type Together } from './together.js';

/** What is known of the other files of a folder, from an earlier check of all of them. */
export interface FolderFacts {
  /** The CustomResourceDefinitions of the folder. */
  readonly definitions: readonly Node[];
  /** The proxy's version, if the images of all manifests name exactly one. */
  readonly version: string | undefined;
}

/** The report of a run, the settings that it followed, and what it learned of its files. */
export interface Checked {
  readonly report: Report;
  readonly settings: Settings;
  readonly facts: FolderFacts;
}

/** How a check runs. */
export interface InputCheckOptions {
  /** The run repeats an earlier one, whose notes were printed. */
  readonly isAgain?: boolean;
  /** Called before each input; ends the check by throwing. */
  readonly pause?: (() => void | Promise<void>) | undefined;
  /** Checks files without the rules across objects, beside what is known of their folder. */
  readonly beside?: FolderFacts | undefined;
  /** What earlier checks of a file found, for a file that is checked after every change. */
  readonly keptOf?: ((file: string) => KeptFindings) | undefined;
}

/** Checks files, folders, globs, charts and `-`. @throws CliError when it cannot run */
export const checkPaths = (paths: readonly string[], flags: ValidateFlags, options: InputCheckOptions = {}): Promise<Checked> =>
  checkInputs(skips => findInputs(paths, skips), flags, options);

/** Checks inputs; `find` gets the counter of what is not checked. @throws CliError when it cannot run */
export async function checkInputs(
  find: (skips: Skips) => readonly Input[],
  flags: ValidateFlags,
  options: InputCheckOptions,
): Promise<Checked> {
  const { isAgain = false, pause, beside, keptOf } = options;
  const context = makeContext(flags, new Sources());
  const inputs = find(context.skips).map(input => (input.type === 'file' ? readInput(input) : input));
  const files = inputs.filter(input => input.type === 'file');
  const texts = files.map(({ file, decoded }) => ({ file, text: decoded.text }));
  const together =
    beside === undefined ? readTogether(texts, { version: context.version, readYaml: context.readYaml }) : alone(beside, context);
  const charts = inputs.flatMap(input => (input.type === 'chart' ? input.path : []));
  context.definitions = [...(beside?.definitions ?? []), ...(await readDefinitions(context, texts, charts))];
  const definitions = definitionsOf(context.definitions);
  let names: ReadonlySet<string> | undefined;
  const isInput = (file: string): boolean => {
    names ??= new Set(files.map(({ file }) => resolve(file)));
    return names.has(resolve(file));
  };
  const objects = new DefinedObjects(context.sources);
  const run: FilesRun = { context, together, definitions, isInput, objects, patches: new Patches(), keptOf };
  let index = 0;
  const conclusions: Conclusion[] = [];
  for (const input of inputs) {
    if (pause !== undefined) await pause();
    conclusions.push(input.type === 'file' ? await checkFile(input, run, index++) : chartCheck(input.path, context));
  }
  for (const conclude of conclusions) {
    if (pause !== undefined) await pause();
    await conclude();
  }
  if (!isAgain) say(notesOf(context).join(''));
  const findings = applySettings(withoutUnknown(context), context.settings);
  const facts = { definitions: context.definitions, version: together.version };
  return { report: makeReport(context.checked.list, findings, context.sources, context.skips.result()), settings: context.settings, facts };
}

/** The findings of a run; without those about unknown kinds if these are switched off. */
function withoutUnknown({ findings, flags }: RunContext): readonly Finding[] {
  if (flags.ignoreMissingSchemas !== true) return findings;
  return findings.filter(({ rule, severity, path }) => rule !== 'unknown-kind' || severity !== 'warning' || path === undefined);
}

interface ReadFileInput {
  readonly type: 'file';
  readonly file: string;
  readonly found: boolean;
  readonly decoded: ReturnType<typeof decodeFile>;
}

function readInput({ type, file, found, bytes }: Extract<Input, { type: 'file' }>): ReadFileInput {
  return { type, file, found, decoded: decodeFile(bytes(), file, maxStreamBytes) };
}

/** The shared state of the file checks of one run. */
interface FilesRun {
  readonly context: RunContext;
  readonly together: Together;
  readonly definitions: Definitions;
  readonly isInput: (file: string) => boolean;
  /** Objects of the manifests read so far. */
  readonly objects: DefinedObjects;
  readonly patches: Patches;
  readonly keptOf: InputCheckOptions['keptOf'];
}

/** What is left to do about an input when all files are checked on their own: puts its findings into the report. */
type Conclusion = () => void | Promise<void>;

const chartCheck =
  (path: string, context: RunContext): Conclusion =>
  async () =>
    (await import('./chart.js')).checkChart(path, context, []);

/** Checks a file on its own, while what was read of it is in the processor's cache. Rules across objects follow in the conclusion. */
async function checkFile(input: ReadFileInput, run: FilesRun, index: number): Promise<Conclusion> {
  const { file, decoded } = input;
  const { context, together, definitions, objects, patches, keptOf } = run;
  context.sources.add(file, decoded.text);
  if (decoded.findings.length > 0) return () => finish(context, file, context.flags.kind ?? 'unknown', decoded.findings, decoded.text);
  const chart = file === stdinName ? undefined : chartOfTemplate(file, decoded.text);
  if (chart !== undefined) return () => skip(context, input, 'chart-template', [templateFinding(file, chart)]);
  const kind = context.flags.kind as Kind | undefined;
  if (kind === undefined && file !== stdinName && isOtherLanguage(file, decoded.text))
    return () => skip(context, input, 'other-program', [otherLanguageFinding(file)]);
  const beside = file === stdinName ? '.' : dirname(file);
  const { kubeVersion, env } = context;
  const embedded: EmbeddedServe[] = [];
  const repeated: Finding[] = [];
  const isNew = !objects.isSeen(file);
  const related = together.related(index);
  let isComplete = false;
  const result = validateText(decoded.text, {
    file,
    kind,
    version: context.version ?? together.version,
    kubeVersion,
    env,
    allowUnsupported: context.flags.allowUnsupported ?? [],
    onServe: found => embedded.push(found),
    onObject: (object, offset) => isNew && repeated.push(...[objects.add(object, file, offset)].filter(found => found !== undefined)),
    related:
      related &&
      (() => {
        isComplete = true;
        return [];
      }),
    leavesValues: true,
    kept: keptOf?.(file),
    definitions,
    skip: context.skip,
    onSkip: () => isNew && context.skips.addSkippedDocument(),
    readYaml: together.readYaml(index),
    readFile: path => readNamedFile(beside, path),
    readServers: path => readServersFile(file, path),
    progress: progressOf(file),
  });
  if (result.others !== undefined) say(choiceNote(file, result.kind, result.others));
  if (result.kind === 'values' && isForOtherChart(input, context))
    return () => skip(context, input, 'unknown-kind', [otherChartFinding(file)]);
  if (result.kind === 'values') return () => checkValues(file, decoded.text, context);
  if (result.kind === 'settings' && isSettings(file, context)) return () => finish(context, file, result.kind, [], decoded.text);
  if (result.kind === 'serve') return () => checkServeFile(input, result, run);
  if (result.findings.some(isUnknownFile)) return () => skipUnknown(input, result, context);
  return async () => {
    const found = isComplete ? [...result.findings, ...related!()] : result.findings;
    const isPatch = result.kind === 'manifest' && file !== stdinName && patches.has(file);
    const findings = [...(isPatch ? findingsOfPatch(found) : found), ...repeated];
    const rest = embedded.length === 0 ? [] : await embeddedRestFindings(embedded, context.readYaml);
    finish(context, file, result.kind, [...findings, ...rest], decoded.text);
  };
}

/** A configuration of `mcpgw serve`: also its REST APIs, and the files that it reads servers from. */
async function checkServeFile({ file, decoded }: ReadFileInput, result: Validated, { context, isInput }: FilesRun): Promise<void> {
  const own = result.findings.filter(finding => finding.file === file);
  const rest = await restFindings({ file, text: decoded.text }, context, own);
  finish(context, file, result.kind, [...own, ...rest], decoded.text);
  for (const named of namedFiles(result, isInput, context.readYaml)) {
    context.sources.add(named.file, named.text);
    finish(context, named.file, named.kind, named.findings, named.text);
  }
}

/** Whether a file that is only named like values has none of the bundled chart, and nobody said for which chart it is. */
function isForOtherChart({ file, decoded }: ReadFileInput, { flags, readYaml }: RunContext): boolean {
  if (flags.chart !== undefined || flags.kind !== undefined || file === stdinName) return false;
  const [root] = readYaml(decoded.text, { file, dialect: 'go' }).documents;
  return root?.kind === 'map' && !mayBeForBundledChart(root);
}

async function checkValues(file: string, text: string, context: RunContext): Promise<void> {
  const { checkChart, keepStandardInput } = await import('./chart.js');
  if (file === stdinName) keepStandardInput(context, text);
  checkChart(context.flags.chart, context, [file === stdinName ? '-' : file]);
}

/** Whether a file holds the settings of this run: then its findings are in the report already. */
function isSettings(file: string, { flags }: RunContext): boolean {
  return resolve(file) === resolve(flags.settings ?? defaultSettings);
}

/** Two kinds were possible: which was chosen, and how to choose another. */
function choiceNote(file: string, kind: string, others: readonly string[]): string {
  const flags = others.map(other => `--kind ${other}`).join(' or ');
  return `Note: ${visible(file)} is read as ${kind}; say ${flags} where it is meant otherwise\n`;
}

const quietMs = 5_000;

/** Reports every few seconds how much of a long file is checked. */
function progressOf(file: string): (share: number) => void {
  let next = performance.now() + quietMs;
  return share => {
    if (performance.now() < next) return;
    next = performance.now() + quietMs;
    say(`${visible(file)}: ${Math.floor(share * 100)} % checked\n`);
  };
}

/** The finding about a file of unknown kind. */
const isUnknownFile = ({ rule, path, span }: Finding): boolean => rule === 'unknown-kind' && path === undefined && span === undefined;

/** A file that was only found in a folder may be of unknown kind; this is still reported. */
const toInfo = (finding: Finding): Finding => (finding.rule === 'unknown-kind' ? { ...finding, severity: 'info' } : finding);

/** Nobody has to be told of a workflow of CI in a folder; it is counted. */
function skipUnknown(input: ReadFileInput, { findings }: Validated, context: RunContext): void {
  if (input.found && isOfOtherProgram(input.file))
    skip(
      context,
      input,
      'other-program',
      findings.filter(finding => !isUnknownFile(finding)),
    );
  else skip(context, input, 'unknown-kind', findings);
}

/** A file that is not checked, with the reason. */
function skip(context: RunContext, { file, found, decoded }: ReadFileInput, reason: SkipReason, said: readonly Finding[]): void {
  context.skips.add(file, reason);
  context.checked.add(file, 'unknown');
  const findings = found ? said.map(toInfo) : said;
  context.findings.push(...applyComments(decoded.text, findings, file, ruleIds));
}

function finish(context: RunContext, file: string, kind: string, findings: readonly Finding[], text: string): void {
  context.checked.add(file, kind);
  context.skips.addDocuments(findings);
  context.findings.push(...applyComments(text, findings, file, ruleIds));
}
