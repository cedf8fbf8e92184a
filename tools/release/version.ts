/** The version of a release: one for the command, the libraries and the chart, by the files of .changeset. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getReleasePlan from '@changesets/get-release-plan';
import { ReleaseError } from './run.js';

/** What a release changes. */
export interface Plan {
  readonly version: string;
  /** Whether no version was released before. */
  readonly isFirst: boolean;
  readonly changes: readonly { readonly id: string; readonly kind: string; readonly summary: string }[];
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  workspaces?: string[];
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));
const kinds = ['major', 'minor', 'patch'];
const headings = ['Breaking changes', 'New', 'Fixed'];
const unreleased = (version: string): string => `## Unreleased (${version})\n`;

/** The plan for the tree at `root`. @throws ReleaseError if there is nothing to release, or a file of .changeset is wrong */
export async function planRelease(root: string): Promise<Plan> {
  const { version: current } = readManifest(join(root, 'cli/package.json'));
  const isFirst = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(unreleased(current));
  const { changesets, releases } = await getReleasePlan(root).catch((error: Error) => {
    throw new ReleaseError(`.changeset: ${error.message}`);
  });
  const next = releases.find(({ name }) => name === 'mcpgw')?.newVersion;
  if (!isFirst && next === undefined) throw new ReleaseError('nothing to release: .changeset has no file; .changeset/README.md shows one');
  const changes = changesets.map(({ id, summary, releases: named }) => ({
    id,
    summary: summary.trim(),
    kind: kinds.find(kind => named.some(({ type }) => type === kind)) ?? 'patch',
  }));
  return { version: isFirst ? current : next!, isFirst, changes };
}

function section({ version, changes }: Plan, date: string): string {
  const parts = kinds.flatMap((kind, index) => {
    const lines = changes.filter(change => change.kind === kind).map(({ summary }) => `- ${summary.replaceAll('\n', '\n  ')}`);
    return lines.length === 0 ? [] : [`### ${headings[index]}\n${lines.join('\n')}\n`];
  });
  return `## ${version} (${date})\n${parts.join('\n')}`;
}

/** The changelog with the release in it. The first release has the text that was written for it. */
export function changelogWith(text: string, plan: Plan, date: string): string {
  if (plan.isFirst) return text.replace(unreleased(plan.version), section(plan, date));
  const at = text.indexOf('\n## ');
  const [head, rest] = at < 0 ? [text.trimEnd(), ''] : [text.slice(0, at).trimEnd(), text.slice(at)];
  return `${head}\n\n${section(plan, date)}${rest}`;
}

/** The folders of all packages of the workspace. */
export const workspacesOf = (root: string): readonly string[] => readManifest(join(root, 'package.json')).workspaces ?? [];

function withVersion(manifest: Manifest, version: string): Manifest {
  manifest.version = version;
  for (const group of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(group ?? {})) if (name.startsWith('@mcpgw/')) group![name] = version;
  return manifest;
}

const setVersion = (file: string, version: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^version: .*$/m, `version: ${version}`));

const print = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Writes a release into the tree at `root`: manifests, lockfile, chart, changelog. The files of .changeset are consumed. */
export function applyPlan(root: string, plan: Plan, date: string): void {
  const { version } = plan;
  const folders = workspacesOf(root);
  for (const folder of folders)
    print(join(root, folder, 'package.json'), withVersion(readManifest(join(root, folder, 'package.json')), version));
  const lockFile = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Manifest> };
  for (const folder of folders) withVersion(lock.packages[folder]!, version);
  print(lockFile, lock);
  setVersion(join(root, 'charts/mcp-gateway/Chart.yaml'), version);
  for (const form of ['helm3', 'helm4']) setVersion(join(root, 'helm-plugin', form, 'plugin.yaml'), version);
  const changelog = join(root, 'CHANGELOG.md');
  writeFileSync(changelog, changelogWith(readFileSync(changelog, 'utf8'), plan, date));
  for (const { id } of plan.changes) rmSync(join(root, '.changeset', `${id}.md`));
}

/** Every version that the tree at `root` names for itself; a release names one. */
export function versionsIn(root: string): ReadonlySet<string> {
  const found = workspacesOf(root).flatMap(folder => {
    const { version, dependencies = {}, devDependencies = {} } = readManifest(join(root, folder, 'package.json'));
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith('@mcpgw/'));
    return [version, ...own.map(([, range]) => range)];
  });
  const files = ['charts/mcp-gateway/Chart.yaml', 'helm-plugin/helm3/plugin.yaml', 'helm-plugin/helm4/plugin.yaml'];
  const written = files.map(file => /^version: (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '');
  return new Set([...found, ...written]);
}

/** The names of the files of .changeset that say what changed. */
export const changesetsIn = (root: string): string[] =>
  readdirSync(join(root, '.changeset')).filter(name => name.endsWith('.md') && name !== 'README.md');
