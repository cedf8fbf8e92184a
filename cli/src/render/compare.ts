import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeBytes, dialectOf, HelmError } from '@mcpgw/helm';
import { bundledChart } from '../bundled-chart.js';
import { unifiedDiff } from '../diff.js';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { isInputError } from '../input-error.js';
import { writeData } from '../stdout.js';
import { say } from '../terminal.js';
import { quoteCsv, type RenderFlags } from './flags.js';
import { isStdin, readUserFile, rendererAt, renderToText, renderWithFlags, type Target } from './run.js';

interface Outcome {
  readonly stdout: string;
  /** Undefined if the render succeeded. */
  readonly error?: string;
}

/** Timeout of Helm. */
const helmTimeoutMs = 120_000;

/**
 * Renders with the installed Helm of the version that `--helm-version` names and with mcpgw. Prints Helm's output, and on standard error
 * every difference.
 * @throws CliError with exit code 1 where they differ or Helm refuses, and 2 if there is no such Helm
 */
export async function compareWithHelm(target: Target, flags: RenderFlags): Promise<void> {
  if (flags.outputDir !== undefined) throw new CliError('--engine helm compares standard output: leave out --output-dir');
  const stdin = flags.values.some(isStdin) ? readUserFile('-') : new Uint8Array();
  const theirs = runHelm(target, flags, stdin);
  const ours = renderOurs(target, flags, stdin);
  writeData(theirs.stdout);
  if (theirs.error !== undefined && ours.error !== undefined) throw new CliError(theirs.error, exitCodes.findings);
  if (theirs.error !== undefined) throw new CliError(`helm refuses what mcpgw renders: ${theirs.error}`, exitCodes.findings);
  if (ours.error !== undefined) throw new CliError(`mcpgw refuses what helm renders: ${ours.error}`, exitCodes.findings);
  if (theirs.stdout !== ours.stdout) {
    say(unifiedDiff('helm', 'mcpgw', theirs.stdout, ours.stdout));
    throw new CliError('helm and mcpgw differ', exitCodes.findings);
  }
  say(`helm and mcpgw agree, ${theirs.stdout.length} characters\n`);
}

function renderOurs({ releaseName, chartPath }: Target, flags: RenderFlags, stdin: Uint8Array): Outcome {
  try {
    const rendered = renderWithFlags(rendererAt(chartPath, flags), releaseName, flags, {
      read: path => (isStdin(path) ? stdin : readUserFile(path)),
    });
    return { stdout: renderToText(rendered, flags) };
  } catch (error) {
    if (isInputError(error)) throw error;
    if (error instanceof HelmError) return { stdout: '', error: error.message };
    throw error;
  }
}

function runHelm({ releaseName, chartPath }: Target, flags: RenderFlags, stdin: Uint8Array): Outcome {
  const helm = findHelm(flags);
  const folder = chartPath === undefined ? unpackBundledChart() : undefined;
  try {
    const args = ['template', releaseName, chartPath ?? join(folder!, 'mcp-gateway'), ...helmArguments(flags)];
    const result = spawnSync(helm, args, { input: stdin, maxBuffer: 1 << 30, timeout: helmTimeoutMs });
    if (result.error) throw new CliError(`cannot run ${helm}: ${result.error.message}`);
    const error =
      result.status === 0
        ? {}
        : {
            error: decodeBytes(result.stderr)
              .trim()
              .replace(/^Error: /, ''),
          };
    return { stdout: decodeBytes(result.stdout), ...error };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

interface InstalledHelm {
  /** Environment variable that names the program. */
  readonly variable: string;
  readonly program: string;
}

const installed: Readonly<Record<string, InstalledHelm>> = {
  '3': { variable: 'HELM3', program: 'helm3' },
  '4': { variable: 'HELM', program: 'helm' },
};

/** The installed Helm of the wanted minor version. @throws CliError if there is none */
function findHelm({ helmVersion }: RenderFlags): string {
  const { version } = dialectOf(helmVersion);
  const { variable, program } = installed[version.split('.')[0]!]!;
  const helm = process.env[variable] ?? program;
  const wanted = version.split('.').slice(0, 2).join('.');
  const advice = `install Helm ${wanted} or name it in ${variable}`;
  const { error, stdout } = spawnSync(helm, ['version', '--template', '{{.Version}}'], { encoding: 'utf8', timeout: helmTimeoutMs });
  if (error) throw new CliError(`cannot run ${helm}: ${error.message}; ${advice}`);
  if (`${stdout}.`.startsWith(`v${wanted}.`)) return helm;
  throw new CliError(`${helm} is Helm ${stdout.replace(/^v/, '') || 'of no known version'}: ${advice}`);
}

/** Passed to Helm 3, which assumes Kubernetes 1.20 if it was built from source, and 1.35 in a release. */
function kubeVersionFlag({ kubeVersion, helmVersion }: RenderFlags): string[] {
  const { assumesByBuild, kubeMinor } = dialectOf(helmVersion).capabilities;
  const version = kubeVersion ?? (assumesByBuild ? `1.${kubeMinor}.0` : undefined);
  return version === undefined ? [] : ['--kube-version', version];
}

function unpackBundledChart(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-chart-'));
  for (const [name, data] of bundledChart()) {
    const path = join(folder, 'mcp-gateway', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data);
  }
  return folder;
}

/** The flags for Helm's command line. */
function helmArguments(flags: RenderFlags): string[] {
  const repeated: readonly (readonly [string, readonly string[]])[] = [
    ['--values', flags.values.map(quoteCsv)],
    ['--set', flags.set],
    ['--set-string', flags.setString],
    ['--set-json', flags.setJson],
    ['--set-file', flags.setFile],
    ['--set-literal', flags.setLiteral],
    ['--show-only', flags.showOnly],
    ['--api-versions', flags.apiVersions.map(quoteCsv)],
  ];
  const switches: readonly (readonly [string, boolean | undefined])[] = [
    ['--include-crds', flags.includeCrds],
    ['--skip-tests', flags.skipTests],
    ['--no-hooks', !flags.hooks],
    ['--is-upgrade', flags.isUpgrade],
    ['--skip-schema-validation', flags.skipSchemaValidation],
  ];
  return [
    '--namespace',
    flags.namespace,
    ...kubeVersionFlag(flags),
    ...repeated.flatMap(([flag, values]) => values.flatMap(value => [flag, value])),
    ...switches.filter(([, on]) => on).map(([flag]) => flag),
  ];
}
