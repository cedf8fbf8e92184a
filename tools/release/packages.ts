/** The npm packages of a release: each as it is published, and each with its own libraries inside, so that it installs from one file. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError, run } from './run.js';

interface Manifest extends Record<string, unknown> {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package that is ready to be packed. */
interface Staged {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly own: readonly string[];
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const ownOf = ({ dependencies = {} }: Manifest): string[] => Object.keys(dependencies).filter(name => name.startsWith('@mcpgw/'));
const writeManifest = (folder: string, manifest: unknown): void =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/** A manifest with what only a release knows. npm's registry compares `repository` with the place that built the package. */
const published = (manifest: Manifest, repository: string, directory: string): Manifest => ({
  ...manifest,
  repository: { type: 'git', url: `git+${repository}.git`, directory },
  homepage: `${repository}#readme`,
  bugs: `${repository}/issues`,
  publishConfig: { access: 'public', provenance: true },
});

/** Copies the packages of a built tree to `stage`: `@mcpgw/NAME` and `mcpgw`. */
function stagePackages(tree: string, stage: string, repository: string): Map<string, Staged> {
  const staged = new Map<string, Staged>();
  for (const source of [...readdirSync(join(tree, 'packages')).map(name => `packages/${name}`), 'cli']) {
    const manifest = readManifest(join(tree, source));
    const folder = join(stage, manifest.name);
    mkdirSync(folder, { recursive: true });
    cpSync(join(tree, source, 'dist'), join(folder, 'dist'), { recursive: true });
    cpSync(join(tree, source, 'README.md'), join(folder, 'README.md'));
    cpSync(join(tree, 'LICENSE'), join(folder, 'LICENSE'));
    writeManifest(folder, published(manifest, repository, source));
    staged.set(manifest.name, { folder, manifest, own: ownOf(manifest) });
  }
  return staged;
}

/** The own libraries that a package needs, with those that they need. */
function closure(staged: ReadonlyMap<string, Staged>, name: string, found = new Set<string>()): Set<string> {
  for (const own of staged.get(name)!.own)
    if (!found.has(own)) {
      found.add(own);
      closure(staged, own, found);
    }
  return found;
}

/** The packages of others that a package and its own libraries need. npm installs those of a library inside only if the package names them. */
function othersOf(staged: ReadonlyMap<string, Staged>, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names)
    for (const [other, range] of Object.entries(staged.get(name)!.manifest.dependencies ?? {})) {
      if (other.startsWith('@mcpgw/')) continue;
      const known = found[other] ?? range;
      if (known !== range) throw new ReleaseError(`${names[0]} needs ${other} ${known} and ${range}`);
      found[other] = range;
    }
  return found;
}

/** Puts the own libraries of every package into it. */
function stageAlone(staged: ReadonlyMap<string, Staged>, stage: string): string[] {
  return [...staged].map(([name, { folder }]) => {
    const target = join(stage, name);
    cpSync(folder, target, { recursive: true });
    const own = [...closure(staged, name)].sort();
    for (const library of own) cpSync(staged.get(library)!.folder, join(target, 'node_modules', library), { recursive: true });
    const manifest = readManifest(target);
    const inside = Object.fromEntries(own.map(library => [library, versionOf(staged, library)]));
    const dependencies = { ...othersOf(staged, [name, ...own]), ...inside };
    if (own.length > 0) writeManifest(target, { ...manifest, dependencies, bundleDependencies: own });
    return target;
  });
}

const versionOf = (staged: ReadonlyMap<string, Staged>, name: string): unknown => staged.get(name)!.manifest.version;

/**
 * Packs the packages of a built tree. Returns the packages in `OUTPUT/npm`; `OUTPUT/npm-alone` has the same with the own libraries inside.
 *
 * @throws ReleaseError if npm fails
 */
export function packPackages(tree: string, output: string, repository: string): string[] {
  const stage = join(output, 'stage');
  const staged = stagePackages(tree, join(stage, 'npm'), repository);
  const alone = stageAlone(staged, join(stage, 'npm-alone'));
  for (const [name, folders] of [
    ['npm', [...staged.values()].map(({ folder }) => folder)],
    ['npm-alone', alone],
  ] as const) {
    mkdirSync(join(output, name), { recursive: true });
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', join(output, name), ...folders], { cwd: stage });
  }
  rmSync(stage, { recursive: true });
  return readdirSync(join(output, 'npm')).sort();
}
