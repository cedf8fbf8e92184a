/** The Helm programs that tests compare with: Helm 3.20 and 4.2, each as an environment variable, the PATH or .cache/bin has it. */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Dialect, HelmError, helm3, helm4, helm43 } from '@mcpgw/helm';
import { Command } from 'commander';
import { addRenderFlags, type RenderFlags } from '../../cli/src/render/flags.js';
import { rendererAt, renderToText, renderWithFlags } from '../../cli/src/render/run.js';

export interface HelmProgram {
  readonly dialect: Dialect;
  readonly program: string;
}

/** `3.20` of `3.20.0`. */
const minorOf = ({ version }: Dialect): string => version.split('.').slice(0, 2).join('.');

const candidates: readonly (readonly [dialect: Dialect, programs: readonly (string | undefined)[]])[] = [
  [helm4, [process.env.HELM, 'helm', join(__dirname, '../../.cache/bin/helm')]],
  [helm3, [process.env.HELM3, 'helm3', join(__dirname, '../../.cache/bin/helm3')]],
];

function isThat(program: string | undefined, dialect: Dialect): program is string {
  if (program === undefined) return false;
  const { stdout } = spawnSync(program, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' });
  return `${stdout ?? ''}.`.startsWith(`v${minorOf(dialect)}.`);
}

const found = ([dialect, programs]: (typeof candidates)[number]) => {
  const program = programs.find(one => isThat(one, dialect));
  return {
    name: `Helm ${minorOf(dialect)}`,
    dialect,
    program,
    missing: program === undefined ? `needs Helm ${minorOf(dialect)}` : undefined,
  };
};

/** Each Helm with its program; where this machine has none, `missing` says what is needed. */
export const helmPrograms = candidates.map(found);

/** Helm 4.3, which the gate does not install: HELM43 names it. */
export const helm43Program = found([helm43, [process.env.HELM43]]);

export interface Outcome {
  readonly stdout?: string;
  /** Helm's words after `Error: `, without the hint to --debug, which is the command's and not the renderer's. */
  readonly error?: string;
  /** What stands on standard error before the error. */
  readonly log: string;
}

/**
 * A Helm 3 that `go install` built assumes Kubernetes 1.20, a released one the version of its client-go; said as a flag, both do the same.
 */
const kubeVersion = ({ capabilities }: Dialect): readonly string[] => ['--kube-version', `1.${capabilities.kubeMinor}.0`];

/** `helm template`, as it is run for a test. */
export const templateArgs = (dialect: Dialect, release: string, chart: string, flags: readonly string[]): readonly string[] => [
  ...['template', release, chart, '--namespace', 'ns'],
  ...kubeVersion(dialect),
  ...flags,
];

/** What Helm prints. */
export function ofHelm({ dialect, program }: HelmProgram, cwd: string, flags: readonly string[], release = 'rel'): Promise<Outcome> {
  return new Promise(done => {
    execFile(program, templateArgs(dialect, release, 'top', flags), { cwd, maxBuffer: 1 << 28 }, (failed, stdout, stderr) => {
      if (!failed) return done({ stdout, log: stderr });
      const at = stderr.indexOf('Error: ');
      const error = stderr.slice(at + 'Error: '.length).trim();
      return done({ error: error.replace(/\n\nUse --debug flag to render out invalid YAML$/, ''), log: stderr.slice(0, at) });
    });
  });
}

/** What mcpgw prints, in this process; the folder becomes the working directory. */
export function ofOurs({ version }: Dialect, cwd: string, argv: readonly string[], release = 'rel'): Outcome {
  process.chdir(cwd);
  const written: string[] = [];
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0);
  try {
    const flags = addRenderFlags(new Command())
      .exitOverride()
      .parse(['--namespace', 'ns', '--helm-version', version, ...argv], { from: 'user' })
      .opts<RenderFlags>();
    return { stdout: renderToText(renderWithFlags(rendererAt('top', flags), release, flags), flags), log: written.join('') };
  } catch (error) {
    if (error instanceof HelmError) return { error: error.message.trim(), log: written.join('') };
    throw error;
  } finally {
    spy.mockRestore();
  }
}
