import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announceGateway, findGateways, type LocalGateway } from './run-file.js';

const folderOf = () => join(mkdtempSync(join(tmpdir(), 'mcpgw-gateways-')), 'gateways');
const gateway: LocalGateway = {
  url: 'http://127.0.0.1:8080',
  key: 'mcpgw_local_k',
  pid: process.pid,
  version: '1',
  config: '/c/gateway.yaml',
  startedAt: '2026-01-01T00:00:00.000Z',
};
/** No process has it: it is above the largest pid of Linux. */
const gone = 4_194_305;

it('a gateway is found until it says that it ends, and only its user can read its key', async () => {
  const folder = folderOf();
  expect(await findGateways(folder)).toEqual([]);
  const withdraw = await announceGateway(folder, gateway);
  expect(readdirSync(folder)).toEqual([`${process.pid}.json`]);
  expect(statSync(join(folder, `${process.pid}.json`)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(await findGateways(folder)).toEqual([gateway]);
  await withdraw();
  await withdraw();
  expect(await findGateways(folder)).toEqual([]);
});

it('the file of a process that has ended is removed, and written anew', async () => {
  const folder = folderOf();
  await announceGateway(folder, { ...gateway, pid: gone });
  expect(await findGateways(folder)).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  await announceGateway(folder, gateway);
  await announceGateway(folder, { ...gateway, url: 'http://127.0.0.1:9' });
  expect(JSON.parse(readFileSync(join(folder, `${process.pid}.json`), 'utf8')).url).toBe('http://127.0.0.1:9');
});

it.each<[string, (file: string) => void]>([
  ['that others can read', file => chmodSync(file, 0o644)],
  ['that is not JSON', file => writeFileSync(file, '{')],
  ['that is null', file => writeFileSync(file, 'null')],
  ['without a key', file => writeFileSync(file, JSON.stringify({ ...gateway, key: undefined }))],
  ['of another process', file => writeFileSync(file, JSON.stringify({ ...gateway, pid: 1 }))],
  ['with an address that is more than a host', file => writeFileSync(file, JSON.stringify({ ...gateway, url: 'http://a@b/' }))],
  ['that is too large', file => writeFileSync(file, JSON.stringify({ ...gateway, config: 'x'.repeat(20_000) }))],
])('a file %s is not used', async (_name, spoil) => {
  const folder = folderOf();
  await announceGateway(folder, gateway);
  spoil(join(folder, `${process.pid}.json`));
  expect(await findGateways(folder)).toEqual([]);
});

it('a folder in place of a file is no gateway and stays', async () => {
  const folder = folderOf();
  mkdirSync(join(folder, `${process.pid}.json`), { recursive: true });
  expect(await findGateways(folder).catch(error => error.code)).toEqual([]);
  expect(existsSync(join(folder, `${process.pid}.json`))).toBe(true);
});
