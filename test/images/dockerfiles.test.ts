/** The Dockerfiles describe the images that tools/images.mjs builds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mcpgwRuns, templateApp, templateRuns } from '../../tools/image/apps.js';
import { readLock } from '../../tools/image/build.js';
import { basesOf, lastStage } from './dockerfile.js';

const root = join(__dirname, '../..');
const lock = readLock(root);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('a Dockerfile that differs is noticed', () => {
  const changed = read('Dockerfile').replace('USER 65532:65532', 'USER root').replace('EXPOSE 8080', 'EXPOSE 80');
  expect(lastStage(changed)).toMatchObject({ user: 'root', ports: [80] });
});

test.each([
  ['Dockerfile', mcpgwRuns],
  ['examples/template/Dockerfile', templateRuns],
] as const)('%s runs as the image does', (path, runs) => {
  const { user, env, entrypoint, workdir, ports } = lastStage(read(path));
  expect({ user, env, entrypoint, workdir, ports }).toEqual(runs);
});

test.each([['Dockerfile'], ['examples/template/Dockerfile']])('%s has the Node and the Debian of the image', path => {
  expect(basesOf(read(path))).toEqual([`node:${lock.node.amd64.version}-bookworm-slim`, 'gcr.io/distroless/cc-debian12:nonroot']);
  expect(lock.node.arm64.version).toBe(lock.node.amd64.version);
  expect(lastStage(read(path)).copied).toContain('/usr/local/bin/node');
});

test('how the images run, in words that do not come from their sources', () => {
  const system = { PATH: '/usr/local/bin:/usr/bin:/bin', SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt' };
  expect(mcpgwRuns).toEqual({
    user: '65532:65532',
    env: system,
    entrypoint: ['/usr/local/bin/mcpgw'],
    workdir: '/home/nonroot',
    ports: [8080],
  });
  expect(templateRuns).toEqual({
    user: '65532:65532',
    env: { ...system, NODE_ENV: 'production', HOST: '0.0.0.0', MCP_HOST: '127.0.0.1', DATA_DIR: '/tmp/data' },
    entrypoint: ['/usr/local/bin/node', 'dist/server.js'],
    workdir: '/app',
    ports: [8000],
  });
});

test('the image of the template has the bundled server, its configuration and licenses', async () => {
  const { entries, packages } = await templateApp(root);
  expect(entries.map(({ path }) => path).sort()).toEqual([
    'app/config.yaml',
    'app/dist/server.js',
    'app/package.json',
    'usr/share/doc/mcpgw/LICENSE',
    'usr/share/doc/mcpgw/licenses.txt',
  ]);
  const declared = JSON.parse(read('examples/template/package.json')).dependencies.zod;
  expect(packages.find(({ name }) => name === 'zod')).toEqual({ name: 'zod', version: declared, license: 'MIT' });
  const names = packages.map(({ name }) => name);
  expect(names).toContain('@modelcontextprotocol/server');
  expect(names.filter(name => name.startsWith('@mcpgw/') || ['tsx', 'typescript'].includes(name))).toEqual([]);
});
