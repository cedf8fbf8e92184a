/** What an installation of one of our packages brings, and what its sources import. */
import { existsSync, readFileSync } from 'node:fs';
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

/** The folders of everything that an installation of the package at `folder` brings, itself included. */
function foldersWith(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const name of Object.keys(packages[folder]?.dependencies ?? {})) foldersWith(resolved(name, folder), found);
  return found;
}

const isOurs = (folder: string): boolean => !folder.includes('node_modules/');

/** The folders of our packages that an installation of the package at `folder` brings, sorted. */
export const oursWith = (folder: string): string[] => [...foldersWith(folder)].filter(isOurs).sort();

/** The names of the packages of others that it brings. */
export function othersWith(folder: string): string[] {
  const others = [...foldersWith(folder)].filter(path => !isOurs(path));
  return others.map(path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/** The dependencies that its package.json declares, sorted. */
export const declaredBy = (folder: string): string[] => Object.keys(packages[folder]!.dependencies!).sort();

/** `@scope/name` or `name` of what is imported, without the path inside. */
const packageOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0];

/**
 * The packages that the sources of a package import, sorted; Node's own and those of which only types are used are left out.
 *
 * @param follow - whether the sources of our packages are bundled too; else they are imports like others
 * @param lazy - whether what is imported by `import()` counts
 */
export async function importsOf(folder: string, { follow = false, lazy = true } = {}): Promise<string[]> {
  const imports = new Set<string>();
  const entries = ['index.ts', 'internal.ts'].map(file => `${folder}/src/${file}`);
  await build({
    absWorkingDir: root,
    entryPoints: entries.filter(file => existsSync(join(root, file))),
    bundle: true,
    write: false,
    outdir: 'unused',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    plugins: [
      {
        name: 'externals',
        setup(builder) {
          builder.onResolve({ filter: /./ }, ({ path, kind }) => {
            if (kind === 'entry-point' || (follow && path.startsWith('@mcpgw/'))) return undefined;
            if (!lazy && kind === 'dynamic-import') return { path, external: true };
            if (path.startsWith('.')) return undefined;
            if (!path.startsWith('node:')) imports.add(packageOf(path));
            return { path, external: true };
          });
        },
      },
    ],
  });
  return [...imports].sort();
}
