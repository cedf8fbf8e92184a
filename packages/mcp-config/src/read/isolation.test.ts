import { readServers } from './read-servers.js';

function isolation(server: object, all?: object) {
  const entry = { name: 'a', command: 'npx', args: ['-y', 'files-server'], enabled: true, ...server };
  const text = JSON.stringify({ mcpServers: [entry], ...(all && { docker_isolation: all }) });
  const { servers, findings } = readServers(text, { file: 'mcp_config.json', env: {} });
  const problems = findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const connection = servers[0]?.connection;
  return problems.length > 0 ? problems : connection?.transport === 'stdio' ? connection.isolation : connection;
}

const container = {
  mode: 'container',
  image: 'docker.io/library/node:22',
  network: 'bridge',
  memory: '512m',
  cpus: '1.0',
  logOptions: ['--log-driver', 'none'],
  extraArgs: [],
  readFolders: [],
  writeFolders: [],
};
const sandbox = { mode: 'sandbox', network: 'host', readFolders: [], writeFolders: [] };

it.each<[string, object | undefined, object | undefined, object | undefined]>([
  ['nothing', undefined, undefined, undefined],
  ['on for the server', { enabled: true }, undefined, container],
  ['on for all', undefined, { enabled: true }, container],
  ['on for the server, off for all', { enabled: true }, { enabled: false }, container],
  ['off for the server, on for all', { enabled: false }, { enabled: true }, undefined],
  ['mode counts before enabled', { enabled: false, mode: 'sandbox' }, undefined, sandbox],
  ['mode of the server counts before that of all', { mode: 'none' }, { mode: 'sandbox' }, undefined],
  ['enabled of the server counts before mode of all', { enabled: true }, { mode: 'sandbox' }, container],
  ['an empty section leaves it to that of all', {}, { mode: 'sandbox' }, sandbox],
])('%s', (_, own, all, expected) => {
  expect(isolation({ ...(own && { isolation: own }) }, all)).toEqual(expected);
});

it.each<[string, object, object, object]>([
  ['an image', { image: 'own:1' }, {}, { image: 'docker.io/library/own:1' }],
  ['an image of a team', { image: 'team/own:1' }, {}, { image: 'docker.io/team/own:1' }],
  ['an image with its registry', { image: 'registry.example/own:1' }, { registry: 'other.example' }, { image: 'registry.example/own:1' }],
  ['a registry', {}, { registry: 'registry.example/mirror/' }, { image: 'registry.example/mirror/node:22' }],
  ['an image for the command', {}, { default_images: { npx: 'node:20' } }, { image: 'docker.io/library/node:20' }],
  ['limits of the server', { memory_limit: '1g' }, { memory_limit: '2g', cpu_limit: '2' }, { memory: '1g', cpus: '2' }],
  ['no limit', { memory_limit: '0', cpu_limit: '0' }, {}, { memory: undefined, cpus: undefined }],
  ['arguments of both, those of the server last', { extra_args: ['--b'] }, { extra_args: ['--a'] }, { extraArgs: ['--a', '--b'] }],
  [
    'folders of both',
    { read_folders: ['/a'] },
    { read_folders: ['/b'], write_folders: ['/c'] },
    { readFolders: ['/a', '/b'], writeFolders: ['/c'] },
  ],
  ['a log', { log_driver: 'journald', log_max_files: 3 }, {}, { logOptions: ['--log-driver', 'journald', '--log-opt', 'max-file=3'] }],
])('a container has %s', (_, own, all, expected) => {
  const { memory, cpus, ...rest } = { ...container, ...expected };
  const limits = { ...(memory !== undefined && { memory }), ...(cpus !== undefined && { cpus }) };
  expect(isolation({ isolation: { mode: 'docker', ...own } }, all)).toEqual({ ...rest, ...limits });
});

it.each<[string, object, object | undefined, unknown]>([
  ['none', { network_mode: 'none' }, undefined, { ...sandbox, network: 'none' }],
  ['none for all', {}, { network_mode: 'none' }, { ...sandbox, network: 'none' }],
  ['that of containers is not a network of a sandbox', {}, { network_mode: 'bridge' }, sandbox],
  ['another one of its own', { network_mode: 'bridge' }, undefined, ['a sandbox has no network "bridge"']],
])('the network of a sandbox: %s', (_, own, all, expected) => {
  expect(isolation({ isolation: { mode: 'sandbox', ...own } }, all)).toEqual(expected);
});

it.each<[string, object, unknown]>([
  [
    'a command without a known image',
    { command: 'own-server' },
    ['"a" is to run in a container, and no image is known for the command "own-server"'],
  ],
  ['a relative folder', { isolation: { read_folders: ['data'] } }, ['"data" is not an absolute path']],
  ['its own container', { command: '/usr/bin/docker', args: ['run', '-i', 'x'] }, undefined],
  ['a path', { command: '/opt/bin/npx' }, container],
])('%s', (_, server, expected) => {
  expect(isolation(server, { enabled: true })).toEqual(expected);
});

it('a server over HTTP has none', () => {
  expect(isolation({ command: undefined, url: 'http://h.example/mcp' }, { enabled: true })).toMatchObject({ url: 'http://h.example/mcp' });
});
