/** What is loaded on first use, by another way than `import()` (docs/adr/0060-lazy-loading.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folders = ['cli/src', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)];
const call = /(?:\brequire|\bgetBuiltinModule)\('([^']+)'\)/;

const found = folders.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap(file =>
      readFileSync(join(root, folder, file), 'utf8')
        .split('\n')
        .flatMap(line => call.exec(line)?.[1] ?? [])
        .map(module => `${folder}/${file.replaceAll('\\', '/')}: ${module}`),
    ),
);

test('every boundary that is not an import() is known', () => {
  expect([...new Set(found)].sort()).toEqual([
    'cli/src/crc32.ts: node:zlib',
    'cli/src/packed-chart.ts: ../chart.bin',
    'cli/src/render/output-files.ts: node:worker_threads',
    'cli/src/render/remote-schemas.ts: node:child_process',
    'cli/src/render/remote-schemas.ts: node:fs',
    'packages/go/src/time/zone-source.ts: node:fs',
    'packages/go/src/x509/certificate.ts: node:crypto',
    'packages/go/src/x509/keys.ts: node:crypto',
    'packages/go/src/x509/rsa.ts: node:crypto',
    'packages/helm/src/action/node-deps.ts: node:crypto',
    'packages/helm/src/engine/memory.ts: node:v8',
    'packages/helm/src/funcs/certificates.ts: @mcpgw/go/x509',
    'packages/helm/src/funcs/crypto.ts: bcryptjs',
    'packages/helm/src/funcs/crypto.ts: node:crypto',
    'packages/helm/src/loader/archive.ts: node:zlib',
    'packages/jsonschema/src/formats.ts: node:net',
    'packages/loader/src/connect/platform.ts: cross-spawn',
    'packages/mcp-config/src/formats/pattern.ts: re2js',
  ]);
});

test('the build rewrites no import of ours', () => {
  const rewriters = readFileSync(join(root, 'tools/build.mjs'), 'utf8').match(/^const \w+ = \{\n {2}name: '[\w-]+',\n {2}setup/gm);
  expect(rewriters).toEqual([
    "const packChart = {\n  name: 'pack-chart',\n  setup",
    "const noExecutables = {\n  name: 'no-executables',\n  setup",
  ]);
});
