/** The command line of `docker run` and `podman run` for a server. */
import type { ContainerIsolation } from '@mcpgw/mcp-config';

interface ContainerStart {
  readonly name: string;
  /** Variables of the server. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder of this machine that the server works in. It has the same path in the container, and can be written. */
  readonly cwd?: string | undefined;
}

/** Variables that the client of the engine reads itself: a server's value must not reach it. */
const ofEngine =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|TERM|TMPDIR|HOSTNAME|(?:HTTPS?|NO|ALL|FTP)_PROXY|(?:DOCKER|BUILDKIT|CONTAINERS?|PODMAN|BUILDAH|REGISTRY|STORAGE|XDG|LD|DYLD|GO|SSL|LC|DBUS|SSH|MCPGW)_?.*)$/i;

/** Processes that a container may have. */
const maxProcesses = 512;

/** The arguments before the image. The values of variables are not among them, because every user of the machine can read arguments. */
export function engineArgs(isolation: ContainerIsolation, { name, env, cwd }: ContainerStart): string[] {
  const { network, memory, cpus, workingDir, readFolders, writeFolders, logOptions, extraArgs } = isolation;
  const writable = [...new Set([...writeFolders, ...(cwd === undefined ? [] : [cwd])])];
  const directory = workingDir ?? cwd;
  return [
    ...['run', '--rm', '--interactive', '--name', name, '--label', 'mcpgw=server', '--network', network],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--pids-limit', String(maxProcesses)],
    ...(memory === undefined ? [] : ['--memory', memory]),
    ...(cpus === undefined ? [] : ['--cpus', cpus]),
    ...logOptions,
    ...readFolders.filter(folder => !writable.includes(folder)).flatMap(folder => ['--mount', mount(folder, true)]),
    ...writable.flatMap(folder => ['--mount', mount(folder, false)]),
    ...(directory === undefined ? [] : ['--workdir', directory]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', ofEngine.test(key) ? `${key}=${value}` : key]),
    ...extraArgs,
  ];
}

/** A field of `--mount` is CSV: a comma or a quote in a path is quoted. */
function mount(folder: string, readonly: boolean): string {
  const field = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return ['type=bind', field(`source=${folder}`), field(`target=${folder}`), ...(readonly ? ['readonly'] : [])].join(',');
}

/** The environment of the client of the engine: what it needs to find its daemon, and the variables of the server to pass on. */
export function engineEnvironment(base: NodeJS.ProcessEnv, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([key]) => /^(?:DOCKER|CONTAINERS?|PODMAN|XDG)_/.test(key));
  const passed = Object.entries(env).filter(([key]) => !ofEngine.test(key));
  return { ...base, ...Object.fromEntries(own), ...Object.fromEntries(passed) };
}
