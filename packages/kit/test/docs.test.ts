/** The programs of docs/kit.md print what the page says. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type TemporaryData, temporaryData } from '../src/testing.js';

const root = join(__dirname, '../../..');
const page = readFileSync(join(root, 'docs/kit.md'), 'utf8');
const programs = [...page.matchAll(/^## ([^\n]+)\n(?:(?!^## ).)*?^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/gms)].map(
  ([, title = '', code = '', output = '']) => ({ title, code, output }),
);

let data: TemporaryData;
beforeAll(async () => {
  data = await temporaryData();
  for (const [index, { code }] of programs.entries()) writeFileSync(join(data.dataDir, `${index}.ts`), code);
  await build({
    entryPoints: programs.map((_program, index) => join(data.dataDir, `${index}.ts`)),
    outdir: join(data.dataDir, 'built'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    tsconfig: join(root, 'tsconfig.json'),
    alias: { '@mcpgw/kit': join(root, 'packages/kit/src/index.ts') },
    nodePaths: [join(root, 'node_modules')],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}, 60_000);
afterAll(() => data.remove());

test('every section with code has a program', () => {
  expect(programs.map(({ title }) => title)).toEqual([
    'A server',
    'Identity',
    'Workspace',
    'Context',
    'Permissions',
    'Private data',
    'Connectors',
    'Errors',
    'Clients',
    'Tests',
  ]);
});

test.each(programs.map(({ title, output }, index) => [title, index, output] as const))(
  '%s',
  async (_title, index, output) => {
    const cwd = join(data.dataDir, `run-${index}`);
    mkdirSync(cwd);
    const env = { PATH: process.env.PATH, DATA_DIR: join(cwd, 'data'), JWT_SECRET: 'q7W2-x9Lm4-Zt8Kc1-Rv5Nb3-Hy6Pd0-Js' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(data.dataDir, 'built', `${index}.mjs`)], { cwd, env });
    expect(stderr).toBe('');
    expect(stdout.replace(/result_[0-9a-f]{8}/g, 'result_ffffffff').replace(/reference [0-9a-f]{8}/g, 'reference ffffffff')).toBe(output);
  },
  30_000,
);
