/**
 * `@mcpgw/loader` installed alone brings no Redis client, no metrics and no reader of OpenAPI documents, and what its sources import is
 * what its package.json and those below it declare.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '../..');

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
  readonly resolved?: string;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Readonly<Record<string, Locked>> };

/** Where `name` is found from the folder of a package, as Node looks for it. */
function resolved(name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const found = packages[at];
    if (found !== undefined) return found.link === true ? found.resolved! : at;
    if (folder === '') throw new Error(`${name} is not in package-lock.json`);
  }
}

/** Everything that an installation of the package at `folder` brings, itself included. */
function installedWith(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const name of Object.keys(packages[folder]?.dependencies ?? {})) installedWith(resolved(name, folder), found);
  return found;
}

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
const namesWith = (folder: string): string[] => [...installedWith(folder)].filter(path => path.includes('node_modules/')).map(nameOf);
const isServerOnly = (name: string): boolean => /redis|prom-client|openapi/.test(name);

test('brings three packages of ours', () => {
  const ours = [...installedWith('packages/loader')].filter(path => !path.includes('node_modules/'));
  expect(ours.sort()).toEqual(['packages/diagnostics', 'packages/loader', 'packages/mcp-config', 'packages/structure']);
});

test('brings neither Redis nor metrics nor OpenAPI, which the gateway does', () => {
  expect(namesWith('packages/loader').filter(isServerOnly)).toEqual([]);
  expect(namesWith('packages/loader')).toEqual(expect.arrayContaining(['@modelcontextprotocol/client', 'undici', 'yaml', 'semver']));
  expect(namesWith('packages/gateway').filter(isServerOnly)).toEqual(
    expect.arrayContaining(['@redis/client', 'prom-client', '@readme/openapi-parser']),
  );
});

test('imports what it declares, and no more', async () => {
  const imports = new Set<string>();
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/loader/src/index.ts', 'packages/loader/src/internal.ts'],
    bundle: true,
    write: false,
    outdir: 'unused',
    platform: 'node',
    format: 'esm',
    plugins: [
      {
        name: 'externals',
        setup(builder) {
          builder.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
            if (kind === 'entry-point') return undefined;
            if (!path.startsWith('node:')) imports.add(path);
            return { path, external: true };
          });
        },
      },
    ],
  });
  expect([...imports].sort()).toEqual(Object.keys(packages['packages/loader']!.dependencies!).sort());
});
