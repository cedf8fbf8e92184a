/** A release after the first: its version and its part of the changelog come from the files of .changeset. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../helpers/mcpgw.js';
import { type Ran, ran } from './release-helpers.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-version-'));
const tree = join(folder, 'tree');
afterAll(() => rmSync(folder, { recursive: true }));

const script = (code: string): Ran => {
  const imports = `import { copyTree } from './tools/release/tree.ts'; import { applyPlan, planRelease, versionsIn } from './tools/release/version.ts';`;
  return ran(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', `${imports} const tree = ${JSON.stringify(tree)};${code}`]);
};
const change = (name: string, kind: string, text: string): void =>
  writeFileSync(join(tree, `.changeset/${name}.md`), `---\n"mcpgw": ${kind}\n---\n\n${text}\n`);
const plan = (): Ran => script(`console.log(JSON.stringify(await planRelease(tree)));`);

beforeAll(() => {
  const { status, stderr } = script(`copyTree(${JSON.stringify(root)}, tree);`);
  if (status !== 0) throw new Error(stderr);
  // Changes of the project itself that wait for its next release.
  for (const name of readdirSync(join(tree, '.changeset')))
    if (name.endsWith('.md') && name !== 'README.md') rmSync(join(tree, '.changeset', name));
  const changelog = join(tree, 'CHANGELOG.md');
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## Unreleased (0.1.0)\n', '## 0.1.0 (2026-01-01)\n'));
});

test('without a change there is no release', () => {
  const { status, stderr } = plan();
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('nothing to release: .changeset has no file; .changeset/README.md shows one'),
  ]);
});

test('a change of a package that does not exist is refused', () => {
  writeFileSync(join(tree, '.changeset/bad.md'), '---\n"@mcpgw/nothing": minor\n---\n\nx\n');
  const { status, stderr } = plan();
  rmSync(join(tree, '.changeset/bad.md'));
  expect([status, stderr]).toEqual([1, expect.stringContaining('@mcpgw/nothing')]);
});

test('the largest change decides; manifests, lockfile, chart, plugin and changelog follow', () => {
  change('one', 'patch', 'A fix.\nIt has two lines.');
  change('two', 'minor', 'Something new.');
  const { stdout, stderr } = script(
    `const p = await planRelease(tree); applyPlan(tree, p, '2026-02-03'); console.log(p.version, [...versionsIn(tree)].join());`,
  );
  expect([stdout, stderr]).toEqual(['0.2.0 0.2.0\n', '']);
  const text = readFileSync(join(tree, 'CHANGELOG.md'), 'utf8');
  expect(text).toContain(
    '\n\n## 0.2.0 (2026-02-03)\n### New\n- Something new.\n\n### Fixed\n- A fix.\n  It has two lines.\n\n## 0.1.0 (2026-01-01)\n',
  );
  const lock = JSON.parse(readFileSync(join(tree, 'package-lock.json'), 'utf8')).packages;
  expect([lock['packages/kit'].version, lock['packages/kit'].dependencies['@mcpgw/access'], lock.cli.version]).toEqual([
    '0.2.0',
    '0.2.0',
    '0.2.0',
  ]);
  expect(readdirSync(join(tree, '.changeset')).sort()).toEqual(['README.md', 'config.json']);
});
