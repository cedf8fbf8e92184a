/** One file of `mcpgw migrate`: its kind, its versions, its new text and its notes. */
import { behaviourNotes, type MigrationNote } from '@mcpgw/agentgateway';
import { checkStatic, migrateStatic, migrateValues, versionOfValues, versionsThatTake } from '@mcpgw/agentgateway-rules';
import { HelmError, type Renderer } from '@mcpgw/helm';
import { decodeFile, entries, type Node, parseVersion, parseYaml } from '@mcpgw/structure';
import { detectKind } from '@mcpgw/validate';
import { Command } from 'commander';
import { readObjects } from '../diff/objects.js';
import { CliError } from '../errors.js';
import { at as jsonAt } from '../json.js';
import { readBytes } from '../read-file.js';
import { addRenderFlags, type RenderFlags } from '../render/flags.js';
import { loadChartAt, rendererOf, renderToText, renderWithFlags } from '../render/run.js';
import { stdinName } from '../validate/inputs.js';
import { targetVersion } from './version.js';

export interface MigrateFlags {
  readonly to: string;
  readonly from?: string;
  readonly kind?: 'values' | 'agentgateway';
  readonly chart?: string;
  readonly values: readonly string[];
}

export interface MigratedFile {
  readonly file: string;
  readonly kind: 'values' | 'agentgateway';
  /** Versions as bare semver. */
  readonly from: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
  readonly notes: readonly MigrationNote[];
}

/** Migrates a file, or standard input for `-`, without writing it. @throws CliError if its kind cannot be migrated */
export function migrateFile(path: string, flags: MigrateFlags): MigratedFile {
  const to = targetVersion(flags.to, '--to');
  const file = path === '-' ? stdinName : path;
  const decoded = decodeFile(readBytes(path === '-' ? 0 : path, file), file);
  const [problem] = decoded.findings;
  if (problem !== undefined) throw new CliError(`${file}: ${problem.message}`);
  const before = decoded.text;
  const kind = flags.kind ?? kindOf(file, before, flags);
  const from = flags.from === undefined ? sourceVersion(kind, file, before, flags) : targetVersion(flags.from, '--from');
  const options = { file, from, to };
  const { text, notes } = kind === 'values' ? migrateValues(before, options) : migrateStatic(before, options);
  const more = kind === 'values' ? chartNotes(before, text, options, flags) : [];
  return { file, kind, from, to, before, after: text, notes: [...notes, ...more] };
}

function kindOf(file: string, text: string, { chart }: MigrateFlags): 'values' | 'agentgateway' {
  const { documents } = parseYaml(text, { file, dialect: 'core' });
  const kind = detectKind(file, documents);
  if (kind === 'values' || kind === 'agentgateway') return kind;
  if (kind === undefined && documents.length === 1 && isValuesOf(documents[0]!, chart)) return 'values';
  const hint = kind === 'manifest' ? 'render its values anew instead' : 'say which with --kind values or --kind agentgateway';
  throw new CliError(`${file}: neither values of the chart nor a static configuration; ${hint}`);
}

/** Whether a file of any name sets only top-level values of the chart. */
function isValuesOf(root: Node, chart: string | undefined): boolean {
  const keys = entries(root).map(({ key }) => key);
  const { values } = loadChartAt(chart);
  return keys.length > 0 && keys.every(key => values.has(key));
}

/** The version that the file is written for, if the file names it. @throws CliError if the user must name it */
function sourceVersion(kind: 'values' | 'agentgateway', file: string, text: string, { chart }: MigrateFlags): string {
  if (kind === 'values') {
    const named = versionOfValues(text, file) ?? parseVersion(loadChartAt(chart).metadata.appVersion ?? '');
    if (named !== undefined) return named;
    throw new CliError(`${file}: name the version that it runs with: --from`);
  }
  const takers = versionsThatTake(text, file);
  if (takers.length === 1) return takers[0]!;
  const list = takers.map(version => `v${version}`).join(', ');
  throw new CliError(
    `${file}: name the version that it runs with: --from (${takers.length === 0 ? 'no known version takes it as it is' : `${list} take it as it is`})`,
  );
}

interface Options {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Renders the values: notes about what the chart refuses in the new version, and about changed behavior of the proxy. */
function chartNotes(before: string, after: string, { file, from, to }: Options, flags: MigrateFlags): MigrationNote[] {
  const renderer = rendererOf(loadChartAt(flags.chart));
  const now = staticConfig(renderer, after, to, flags);
  if ('refusal' in now) return [{ id: 'chart', kind: 'cannot', message: `the chart refuses the values: ${now.refusal}`, path: [] }];
  const old = staticConfig(renderer, before, from, flags);
  if (now.text === undefined || 'refusal' in old || old.text === undefined) return [];
  const [oldResult, newResult] = [checkStatic(old.text, { file, version: from }), checkStatic(now.text, { file, version: to })];
  const errors = newResult.findings.filter(({ severity }) => severity === 'error');
  const refusals = errors.map(
    ({ rule, message, path = [] }): MigrationNote => ({
      id: rule,
      kind: 'cannot',
      message: `in the rendered configuration: ${message}`,
      path,
    }),
  );
  if (oldResult.root === undefined || newResult.root === undefined) return refusals;
  return [...refusals, ...behaviourNotes({ before: oldResult.root, after: newResult.root, from, to })];
}

type Rendered = { readonly refusal: string } | { readonly text: string | undefined };

/** The proxy's configuration as the chart renders it; undefined if it renders none. */
function staticConfig(renderer: Renderer, values: string, version: string, { values: files }: MigrateFlags): Rendered {
  const own = '<migrated>';
  const flags = addRenderFlags(new Command())
    .parse(['--set-string', `global.agentgateway.version=v${version}`], { from: 'user' })
    .opts<RenderFlags>();
  const read = (path: string): Uint8Array => (path === own ? Buffer.from(values) : readBytes(path, path));
  try {
    const rendered = renderWithFlags(renderer, 'release-name', { ...flags, values: [...files] }, { valueFiles: [own], read });
    const objects = readObjects(renderToText(rendered, flags), 'the render', 'default');
    const texts = objects.map(({ value }) => jsonAt(value, 'data', 'config.yaml')).filter(text => typeof text === 'string');
    return { text: texts[0] };
  } catch (error) {
    if (error instanceof HelmError) return { refusal: error.message };
    throw error;
  }
}
