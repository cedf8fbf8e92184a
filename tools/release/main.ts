/** The command behind tools/release.mjs. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { billOf } from '../image/sbom.js';
import { packChart } from './chart.js';
import { packPackages } from './packages.js';
import { ReleaseError, run } from './run.js';
import { copyTree } from './tree.js';
import { applyPlan, changesetsIn, planRelease, versionsIn } from './version.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['npm', 'chart', 'executables', 'images', 'site'] as const;
type Part = (typeof parts)[number];

/** Names no place: the top-level domain is reserved (RFC 2606). */
const nobodys = 'https://git.example/mcpgw/mcpgw';

function readArgs() {
  try {
    const text = { type: 'string' } as const;
    const options = {
      only: text,
      output: text,
      repository: text,
      charts: text,
      sign: text,
      keyring: text,
      'dry-run': { type: 'boolean' },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new ReleaseError((error as Error).message);
  }
}

function partsOf(only: string | undefined): ReadonlySet<Part> {
  const names = only?.split(',') ?? parts;
  const unknown = names.find(name => !(parts as readonly string[]).includes(name));
  if (unknown !== undefined) throw new ReleaseError(`no part ${JSON.stringify(unknown)}; there are ${parts.join(', ')}`);
  return new Set(names as readonly Part[]);
}

/** What the machine and the tree have to be for a release that is published. */
function checkReal(repository: string | undefined): string {
  if (repository === undefined) throw new ReleaseError('--repository URL is missing: the packages name the repository that they come from');
  if (run('git', ['status', '--porcelain'], { cwd: root }) !== '') throw new ReleaseError('the tree has changes; commit them first');
  return repository;
}

/** The bill of materials of the command, from what the build put into it. */
function writeBill(tree: string, output: string, version: string): void {
  const { packages } = JSON.parse(readFileSync(join(tree, 'cli/dist/bundled.json'), 'utf8'));
  writeFileSync(join(output, `mcpgw-${version}.cdx.json`), billOf({ name: 'mcpgw', version, license: 'Apache-2.0', packages, parts: [] }));
}

/** Writes SHA256SUMS over every file of the release, in the format of `sha256sum --check`. */
function writeChecksums(output: string): void {
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const lines = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${relative(output, path)}\n`;
  });
  writeFileSync(join(output, 'SHA256SUMS'), lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(''));
}

async function main(): Promise<void> {
  const { only, 'dry-run': isDry = false, charts = 'oci://REGISTRY/charts', sign, keyring, ...given } = readArgs();
  const wanted = partsOf(only);
  const repository = isDry ? (given.repository ?? nobodys) : checkReal(given.repository);
  const output = resolve(given.output ?? join(root, '.cache/release/out'));
  const plan = await planRelease(root);
  const tree = isDry ? `${output}-tree` : root;
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  if (isDry) copyTree(root, tree);
  const commit = run('git', ['rev-parse', 'HEAD'], { cwd: root }).trim();
  const time = run('git', ['log', '-1', '--format=%cI'], { cwd: root }).trim();
  applyPlan(tree, plan, time.slice(0, 10));
  const versions = [...versionsIn(tree)];
  if (versions.length !== 1) throw new ReleaseError(`the tree names several versions: ${versions.join(', ')}`);
  const env = { MCPGW_COMMIT: commit };
  const node = (...args: string[]): string => run(process.execPath, args, { cwd: tree, env });
  const isBuilt = wanted.size > 1 || !wanted.has('chart');
  if (isBuilt) node('tools/build.mjs', '--no-caches');
  const publish: string[] = [];
  if (wanted.has('npm')) {
    node('tools/packages.mjs');
    for (const file of packPackages(tree, output, repository)) publish.push(`npm publish npm/${file} --access public --provenance`);
  }
  if (wanted.has('chart')) {
    const signature =
      sign === undefined ? undefined : { key: sign, keyring: keyring ?? join(process.env.HOME ?? '', '.gnupg/secring.gpg') };
    const { archive } = packChart({ tree, output, repository, time, signature });
    publish.push(`helm push ${relative(output, archive)} ${charts}`);
    rmSync(join(output, 'chart-stage'), { recursive: true });
  }
  if (wanted.has('executables')) node('tools/standalone.mjs', '--all', '--output', join(output, 'executables'));
  if (wanted.has('site')) {
    node('tools/build-site.mjs', join(output, 'site'), '--version', plan.version);
    publish.push(`copy site/${plan.version} to the folder of the site, and run there: node tools/site/versions.mjs FOLDER`);
  }
  if (wanted.has('images')) node('tools/images.mjs', '--output', join(output, 'images'), 'mcpgw');
  if (isBuilt) writeBill(tree, output, plan.version);
  cpSync(join(tree, 'CHANGELOG.md'), join(output, 'CHANGELOG.md'));
  writeChecksums(output);
  publish.push(
    `git tag --sign v${plan.version}`,
    `upload SHA256SUMS, mcpgw-${plan.version}.cdx.json, charts, executables and images to the release of the tag`,
  );
  writeFileSync(join(output, 'PUBLISH.txt'), `${publish.join('\n')}\n`);
  console.log(`${plan.version} in ${relative(root, output) || '.'}; ${changesetsIn(root).length} changes`);
  if (isDry) rmSync(tree, { recursive: true });
  console.log(isDry ? 'Nothing is published. A release would run:' : 'To publish it, commit the tree, then run there:');
  for (const line of publish) console.log(`  ${line}`);
}

main().catch((error: unknown) => {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 2;
});
