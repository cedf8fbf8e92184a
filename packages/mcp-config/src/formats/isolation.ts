/**
 * `isolation` of a server, and `docker_isolation` of mcp_config.json (`isolation` in gateway.yaml), which holds for servers that set nothing.
 * Fields and defaults are those of mcpproxy-go (docs/docker-isolation.md); `read_folders` and `write_folders` are ours.
 */
import { anyText, bool, type Field, int, list, map, oneOf, opt, struct, union } from '@mcpgw/structure';
import { behavior } from './support.js';
import { filledText, goDuration } from './texts.js';

const folder = filledText('mcp-config');

const common = {
  enabled: opt(bool, 'Whether stdio servers run isolated; "mode" counts if both are set'),
  mode: opt(oneOf('docker', 'sandbox', 'none'), 'A container of docker or podman, a sandbox of bubblewrap, or none'),
  network_mode: opt(filledText('mcp-config'), 'Network of the container (bridge, none, host or a name), or of the sandbox (none or host)'),
  extra_args: opt(list(anyText), 'Further arguments of docker run'),
  log_driver: opt(anyText, 'Log driver of the container; none unless set, because the output of a server is its messages'),
  log_max_size: opt(anyText, 'Size at which a log rotates'),
  log_max_files: opt(union(anyText, int(0)), 'How many rotated logs are kept'),
  read_folders: opt(list(folder), 'Absolute paths that the server may read', { example: ['/srv/data'] }),
  write_folders: opt(list(folder), 'Absolute paths that the server may read and write', { example: ['/srv/out'] }),
} satisfies Record<string, Field>;

const limits = {
  memory_limit: opt(anyText, 'Memory of a container', { example: '512m' }),
  cpu_limit: opt(anyText, 'Processors of a container', { example: '1.0' }),
};

/** `isolation` of one server. */
export const serverIsolation = struct('isolation', {
  ...common,
  ...limits,
  image: opt(anyText, 'Image of the container', { example: 'node:22' }),
  working_dir: opt(anyText, 'Working directory inside the container'),
});

/** What holds for servers that set nothing. */
export const isolationDefaults = struct('isolation of all servers', {
  ...common,
  ...limits,
  registry: opt(filledText('mcp-config'), 'Registry of images that name none', { default: 'docker.io' }),
  default_images: opt(map(anyText), 'Images by the name of the command', { example: { python: 'python:3.12' } }),
  timeout: opt(goDuration(), 'How long a container may take to start', behavior('init_timeout holds for the whole start')),
});

/** How a server is isolated. */
export type IsolationMode = 'docker' | 'sandbox' | 'none';

/** What a section says by itself: `mode`, or else `enabled`; undefined if it leaves it to others. */
export function isolationMode(mode: string | undefined, enabled: unknown): IsolationMode | undefined {
  if (mode === 'docker' || mode === 'sandbox' || mode === 'none') return mode;
  if (typeof enabled !== 'boolean') return undefined;
  return enabled ? 'docker' : 'none';
}
