/** The two images: what is in them above Node, and how they run. The Dockerfiles beside their sources say the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { type BundledPackage, describePackages, foldersIn, licenseText } from '../bundled.mjs';
import { certificatesPath, nodePath } from './base.js';
import type { Runs } from './oci.js';
import { type Entry, userId } from './tar.js';

/** An image without its lower layers. */
export interface App {
  readonly name: string;
  /** REPOSITORY, as the chart's values name it; without a registry for what is only an example. */
  readonly repository: string;
  readonly version: string;
  readonly runs: Runs;
  readonly entries: readonly Entry[];
  readonly packages: readonly Pick<BundledPackage, 'name' | 'version' | 'license'>[];
}

/** What the image cannot be built without; the message says what to do. */
export class AppUnavailable extends Error {}

const user = `${userId}:${userId}`;
const common = { PATH: '/usr/local/bin:/usr/bin:/bin', SSL_CERT_FILE: certificatesPath };

const labels = (title: string, version: string, commit: string): Runs['labels'] => ({
  'org.opencontainers.image.title': title,
  'org.opencontainers.image.version': version,
  'org.opencontainers.image.licenses': 'Apache-2.0',
  ...(commit !== '' && { 'org.opencontainers.image.revision': commit }),
});

/** How the image of the command runs. */
export const mcpgwRuns = {
  user,
  env: common,
  entrypoint: ['/usr/local/bin/mcpgw'],
  workdir: '/home/nonroot',
  ports: [8080],
} as const;

/** How the image of the template runs. */
export const templateRuns = {
  user,
  env: { ...common, NODE_ENV: 'production', HOST: '0.0.0.0', MCP_HOST: '127.0.0.1', DATA_DIR: '/tmp/data' },
  entrypoint: [nodePath, 'dist/server.js'],
  workdir: '/app',
  ports: [8000],
} as const;

/** The files of the build that the image needs: one bundle does all commands, and code caches belong to one machine. */
const isNeeded = (path: string): boolean =>
  /^(?:mcpgw\.js|chart\.bin|package\.json|commands\/main(?:-[\w-]+)?\.cjs|workers\/\w[\w-]*\.cjs)$/.test(path);

/** The launcher starts by its first line; there is no `env` in the image. */
function withInterpreter(launcher: string): string {
  if (!launcher.startsWith('#!/usr/bin/env node\n')) throw new Error('the launcher does not begin as expected');
  return launcher.replace('#!/usr/bin/env node', `#!${nodePath}`);
}

/** The image of the command, from `cli/dist`. @throws AppUnavailable where that is not built */
export function mcpgwApp(root: string): App {
  const dist = join(root, 'cli/dist');
  if (!existsSync(join(dist, 'bundled.json'))) throw new AppUnavailable('cli/dist is not built; run `make build` first');
  const { version } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8')) as { version: string };
  const { commit, packages } = JSON.parse(readFileSync(join(dist, 'bundled.json'), 'utf8')) as Pick<App, 'packages'> & { commit: string };
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(isNeeded);
  const home = 'usr/local/lib/mcpgw';
  const entries = files.map((path): Entry => {
    const data = readFileSync(join(dist, path));
    if (path !== 'mcpgw.js') return { path: `${home}/${path}`, data };
    return { path: `${home}/${path}`, data: Buffer.from(withInterpreter(data.toString('utf8'))), executable: true };
  });
  return {
    name: 'mcpgw',
    repository: 'localhost/mcpgw',
    version,
    runs: { ...mcpgwRuns, labels: labels('mcpgw', version, commit) },
    entries: [
      ...entries,
      { path: 'usr/local/bin/mcpgw', link: '../lib/mcpgw/mcpgw.js' },
      // The chart mounts a volume here, where the gateway keeps its files.
      { path: 'var/lib/mcpgw', folder: 'own' },
      { path: 'usr/share/doc/mcpgw/LICENSE', data: readFileSync(join(root, 'LICENSE')) },
      { path: 'usr/share/doc/mcpgw/licenses.txt', data: readFileSync(join(dist, 'licenses.txt')) },
    ],
    packages,
  };
}

/** Resolves `@mcpgw/...` to the sources, as tsconfig.json does; the packages need not be built. */
function ownSources(root: string) {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  return { compilerOptions: { paths: compilerOptions.paths, baseUrl: root, target: compilerOptions.target } };
}

/** The image of the project that `mcpgw init server` writes, bundled. */
export async function templateApp(root: string): Promise<App> {
  const project = join(root, 'examples/template');
  const { name, version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { name: string; version: string };
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [relative(root, join(project, 'server.ts'))],
    outfile: 'server.js',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    charset: 'ascii',
    legalComments: 'none',
    tsconfigRaw: ownSources(root),
    // Sources call `require` where they load a module on first use (docs/adr/0060-lazy-loading.md).
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    logLevel: 'error',
  });
  const packages = describePackages(foldersIn(metafile), root);
  return {
    name: 'mcp-server-template',
    repository: `localhost/mcp-server-${name}`,
    version,
    runs: { ...templateRuns, labels: labels(`mcp-server-${name}`, version, '') },
    entries: [
      { path: 'app/dist/server.js', data: outputFiles[0]!.contents },
      { path: 'app/package.json', data: readFileSync(join(project, 'package.json')) },
      { path: 'app/config.yaml', data: readFileSync(join(project, 'config.yaml')) },
      { path: 'usr/share/doc/mcpgw/LICENSE', data: readFileSync(join(root, 'LICENSE')) },
      { path: 'usr/share/doc/mcpgw/licenses.txt', data: Buffer.from(licenseText(packages)) },
    ],
    packages: packages.map(({ name, version, license }) => ({ name, version, license })),
  };
}
