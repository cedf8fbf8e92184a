import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '../../../test/helpers/command.js';
import { findInputs } from './inputs.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const found = (...paths: string[]): string[] =>
  findInputs(paths.map(path => join(folder, path))).map(input =>
    (input.type === 'file' ? input.file : `${input.path} (chart)`).slice(folder.length + 1),
  );

it('finds files, links to files and charts below a folder, and no link to a folder', () => {
  writeTree(
    {
      'b.yaml': '',
      'a.yml': '',
      'x.txt': '',
      'sub/c.json': '',
      'node_modules/d.yaml': '',
      'chart/Chart.yaml': '',
      'chart/values.yaml': '',
    },
    folder,
  );
  symlinkSync('sub/c.json', join(folder, 'link.json'));
  symlinkSync('nowhere.yaml', join(folder, 'dangling.yaml'));
  symlinkSync('.', join(folder, 'loop'));
  symlinkSync('itself.yaml', join(folder, 'itself.yaml'));
  symlinkSync('sub', join(folder, 'sub.yaml'));
  expect(found('')).toEqual(['a.yml', 'b.yaml', 'chart (chart)', 'link.json', 'sub/c.json']);
});

it('reads what Kubernetes mounts: links into a folder with dots', () => {
  writeTree({ '..2026/gateway.yaml': '' }, folder);
  symlinkSync('..2026', join(folder, '..data'));
  symlinkSync('..data/gateway.yaml', join(folder, 'gateway.yaml'));
  expect(found('')).toContain('gateway.yaml');
});

it('says that a folder holds nothing to check', () => {
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'empty/README.md'), '');
  expect(() => found('empty')).toThrow(`${join(folder, 'empty')}: the folder contains no YAML or JSON file and no chart`);
});
