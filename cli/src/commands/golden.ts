import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { visible } from '@mcpgw/diagnostics';
import { decodeBytes, dialectOf, encodeString, HelmError, type Renderer } from '@mcpgw/helm';
import type { Command } from 'commander';
import { unifiedDiff } from '../diff.js';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { outputOption } from '../flags.js';
import { readCase, runOfCase } from '../golden/case.js';
import type { GoldenResult } from '../golden/result.js';
import { readBytes } from '../read-file.js';
import { addHelmVersionFlag, type HelmVersionFlag } from '../render/helm-version.js';
import { type ChartFlags, explain, rendererAt, renderToText, renderWithFlags, type Target } from '../render/run.js';
import { replaceFile } from '../replace-file.js';
import { print, printJson } from '../terminal.js';

interface GoldenFlags extends HelmVersionFlag {
  readonly update?: boolean;
  readonly filter?: string;
  readonly output: 'text' | 'json' | 'html';
}

const help = `
A case is a folder with two files: case.yaml says what to render, and expected.yaml is the output that you reviewed. The keys of case.yaml
are release, namespace, chart, valuesFiles, values, set, gatewayVersion, helmVersion, flags and expectedError. mcpgw schema golden-case
prints their schema, and mcpgw validate checks them.

Examples:
  mcpgw golden golden                                             compare every case, as CI does
  mcpgw golden golden --filter production                         only some cases
  mcpgw golden golden --update                                    write what differs; review it with git diff

Exit code: 0 all cases passed, 1 a case failed, 2 the command could not run.`;

/** Adds `mcpgw golden`. */
export function registerGolden(program: Command): void {
  const command = program
    .command('golden')
    .description('render every case and compare the result with its expected.yaml')
    .argument('[dir]', 'folder that holds cases: folders with a case.yaml', '.')
    .option('--update', 'write each expected.yaml that differs or is missing; review it before you commit')
    .option('--filter <text>', 'only the cases whose folder contains this text');
  addHelmVersionFlag(command)
    .addOption(outputOption(['text', 'json', 'html']))
    .addHelpText('after', help)
    .action(golden);
}

async function golden(dir: string, flags: GoldenFlags): Promise<void> {
  if (!existsSync(dir)) throw new CliError(`open ${dir}: no such file or directory`);
  if (!statSync(dir).isDirectory()) throw new CliError(`open ${dir}: not a directory`);
  const found = findCases(dir).filter(path => relative(dir, dirname(path)).includes(flags.filter ?? ''));
  if (found.length === 0)
    throw new CliError(`no case.yaml below ${dir}${flags.filter === undefined ? '' : ` in a folder with "${flags.filter}"`}`);
  const results = runCases(dir, found, flags);
  if (flags.output === 'json') printJson(`${JSON.stringify({ cases: results }, null, 2)}\n`);
  else if (flags.output === 'html') print((await import('../golden/html.js')).formatHtml(results));
  else print(textOf(results));
  if (results.some(({ status }) => status === 'failed')) process.exitCode = exitCodes.findings;
}

function findCases(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return entries
    .filter(entry => /(^|\/)case\.yaml$/.test(entry) && !/(^|\/)node_modules\//.test(entry))
    .sort()
    .map(entry => join(dir, entry));
}

type RunFlags = Pick<GoldenFlags, 'update' | 'helmVersion'>;
type RendererFor = (target: Target, flags: ChartFlags) => Renderer;

/** Runs cases. A chart that several cases render with the same Helm version is loaded once. @throws CliError for a case.yaml that cannot be read */
export function runCases(dir: string, paths: readonly string[], flags: RunFlags): GoldenResult[] {
  const renderers = new Map<string, Renderer>();
  const rendererFor: RendererFor = ({ chartPath }, flags) => {
    const { debug, enableDns, dependencyUpdate, helmVersion } = flags;
    const key = JSON.stringify([chartPath, debug, enableDns, dependencyUpdate, dialectOf(helmVersion).version]);
    const known = renderers.get(key) ?? rendererAt(chartPath, flags);
    renderers.set(key, known);
    return known;
  };
  return paths.map(path => ({ case: relative(dir, dirname(path)) || '.', ...runCase(path, rendererFor, flags) }));
}

type Verdict = Pick<GoldenResult, 'status' | 'detail'>;

function runCase(path: string, rendererFor: RendererFor, { update, helmVersion }: RunFlags): Omit<GoldenResult, 'case'> {
  const golden = readCase(path);
  const { target, flags, read } = runOfCase(path, golden, helmVersion);
  const helm = dialectOf(flags.helmVersion).version;
  let text: string;
  try {
    text = renderToText(renderWithFlags(rendererFor(target, flags), target.releaseName, flags, { read }), flags);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    return { ...judgeRefusal(golden.expectedError, explain(error, false)), helm };
  }
  if (golden.expectedError !== undefined)
    return { status: 'failed', detail: `rendered, but must be refused with: ${golden.expectedError}`, helm };
  return { ...judgeText(join(dirname(path), 'expected.yaml'), text, update === true), helm };
}

function judgeRefusal(expected: string | undefined, message: string): Verdict {
  if (expected === undefined) return { status: 'failed', detail: `refused: ${message}` };
  return message.includes(expected) ? { status: 'passed' } : { status: 'failed', detail: `refused, but not with: ${expected}\n${message}` };
}

function judgeText(file: string, text: string, update: boolean): Verdict {
  const expected = existsSync(file) ? decodeBytes(readBytes(file, file)) : undefined;
  if (expected === text) return { status: 'passed' };
  if (update) {
    replaceFile(file, encodeString(text));
    return { status: 'updated' };
  }
  if (expected === undefined) return { status: 'failed', detail: 'no expected.yaml: write it with mcpgw golden --update, then read it' };
  return { status: 'failed', detail: unifiedDiff('expected.yaml', 'rendered', expected, text) };
}

function textOf(results: readonly GoldenResult[]): string {
  const lines = results.flatMap(({ case: name, status, detail }) => {
    if (status === 'failed') return [`FAIL ${visible(name)}\n${(detail ?? '').trimEnd().replace(/^(?=.)/gm, '  ')}\n`];
    return status === 'updated' ? [`wrote ${visible(name)}/expected.yaml\n`] : [];
  });
  const count = (wanted: GoldenResult['status']): number => results.filter(({ status }) => status === wanted).length;
  const updated = count('updated') > 0 ? `, ${count('updated')} updated` : '';
  const helms = [...new Set(results.map(({ helm }) => helm))].sort().join(' and ');
  return `${lines.join('')}${count('passed')} passed, ${count('failed')} failed${updated}, rendered as Helm ${helms}\n`;
}
