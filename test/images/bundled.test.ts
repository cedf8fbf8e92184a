import { rmSync } from 'node:fs';
import type { Metafile } from 'esbuild';
import { describePackages, foldersIn, licenseText } from '../../tools/bundled.mjs';
import { writeTree } from '../helpers/command.js';

const built = (inputs: Record<string, number>): Metafile => ({
  inputs: {},
  outputs: {
    'out.js': {
      bytes: 0,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
    },
  },
});

test('a package counts only with code in the output', () => {
  const inputs = {
    'node_modules/unused/index.js': 0,
    'node_modules/a/index.js': 1,
    'node_modules/a/other.js': 0,
    'node_modules/@scope/b/dist/index.js': 2,
    'packages/x/node_modules/a/index.js': 3,
    '../elsewhere/node_modules/outer/node_modules/inner/index.js': 4,
    'packages/x/src/index.ts': 5,
    'left-out:node:child_process': 6,
  };
  expect([...foldersIn(built(inputs))].sort()).toEqual([
    '../elsewhere/node_modules/outer/node_modules/inner',
    'node_modules/@scope/b',
    'node_modules/a',
    'packages/x/node_modules/a',
  ]);
});

describe('packages', () => {
  const manifest = (name: string, version: string, license?: string) => JSON.stringify({ name, version, license });
  const root = writeTree({
    'node_modules/a/package.json': manifest('a', '1.0.0', 'MIT'),
    'node_modules/a/LICENSE': 'Copyright A\r\n',
    'node_modules/a/NOTICE.md': 'Notice of A',
    'node_modules/a/license.js': 'not a string',
    'nested/node_modules/a/package.json': manifest('a', '1.0.0', 'MIT'),
    'node_modules/b/package.json': manifest('b', '2.0.0', 'ISC'),
    'node_modules/none/package.json': manifest('none', '3.0.0'),
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('one without a license is refused', () => {
    expect(() => describePackages(['node_modules/none'], root)).toThrow('none@3.0.0 does not say its license');
  });

  test('each is listed once, with the text of its license', () => {
    const packages = describePackages(['node_modules/b', 'node_modules/a', 'nested/node_modules/a'], root);
    expect(packages).toEqual([
      { name: 'a', version: '1.0.0', license: 'MIT', text: 'Copyright A\n\nNotice of A' },
      { name: 'b', version: '2.0.0', license: 'ISC', text: '' },
    ]);
    const line = '-'.repeat(80);
    expect(licenseText(packages)).toBe(
      `Code of these packages is part of the bundle.\n\n${line}\n\na 1.0.0\nLicense: MIT\n\nCopyright A\n\nNotice of A\n\n${line}\n\nb 2.0.0\nLicense: ISC\n`,
    );
  });
});
