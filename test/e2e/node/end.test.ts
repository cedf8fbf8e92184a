/** What a node leaves behind: nothing, also when whoever started it is killed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../helpers/mcpgw.js';
import { testUnless } from '../../helpers/needs.js';
import { until } from '../../helpers/until.js';
import { nodeMissing } from './needs.js';
import { type Sandbox, startSandbox } from './sandbox.js';

/** Processes whose network is the one of a node. */
function processesIn(network: string): string[] {
  return readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readlinkSync(`/proc/${pid}/ns/net`) === network;
    } catch {
      return false; // it ended
    }
  });
}

const groupsOf = (pid: number): string[] =>
  readdirSync('/sys/fs/cgroup')
    .map(hierarchy => `/sys/fs/cgroup/${hierarchy}/mcpgw-node-${pid}`)
    .filter(path => existsSync(path));

const machineWide = ['vm/overcommit_memory', 'vm/panic_on_oom', 'kernel/panic', 'kernel/panic_on_oops', 'net/netfilter/nf_conntrack_max'];
const settings = (): Record<string, string> =>
  Object.fromEntries(
    machineWide
      .map(name => `/proc/sys/${name}`)
      .filter(path => existsSync(path))
      .map(path => [path, readFileSync(path, 'utf8')]),
  );
const mounts = (): string => createHash('sha256').update(readFileSync('/proc/self/mountinfo')).digest('hex');

testUnless(nodeMissing, 'a node whose starter is killed ends, and the machine is as before', async () => {
  const before = { settings: settings(), mounts: mounts() };
  const starter = spawn(process.execPath, [join(root, 'tools/cluster.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(starter.stdout);
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('the node did not start')));
  });
  expect(line).toMatch(/^export KUBECONFIG=\//);
  const [main] = readFileSync(`/proc/${starter.pid}/task/${starter.pid}/children`, 'utf8').trim().split(' ').map(Number);
  const [memory] = groupsOf(main!).filter(path => path.includes('/memory/'));
  const [inside] = readFileSync(`${memory}/cgroup.procs`, 'utf8').split('\n').slice(-2);
  const network = await until(() => {
    const found = readlinkSync(`/proc/${inside}/ns/net`);
    return found !== readlinkSync('/proc/self/ns/net') && found;
  });
  expect(processesIn(network).length).toBeGreaterThan(8);

  process.kill(main!, 'SIGKILL');
  await until(() => processesIn(network).length === 0, 'all processes of the node end');
  await until(() => groupsOf(main!).length === 0, 'its control groups are removed');
  expect({ settings: settings(), mounts: mounts() }).toEqual(before);
});

testUnless(nodeMissing, 'a program that does not end by itself ends with the sandbox; the folder is gone', async () => {
  const sandbox: Sandbox = await startSandbox();
  sandbox.start('sh', ['-c', 'trap "" TERM; while :; do sleep 1; done']);
  expect(sandbox.run('cat', ['/proc/1/comm'])).toMatchObject({ status: 0, stdout: 'sh\n' });
  await sandbox.end();
  expect(existsSync(sandbox.folder)).toBe(false);
  expect(groupsOf(process.pid)).toEqual([]);
});

testUnless(nodeMissing, 'a sandbox cannot reach what listens on the loopback of the machine', async () => {
  const { createServer } = await import('node:net');
  const server = createServer(socket => socket.end());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const sandbox = await startSandbox();
  try {
    const dial = `require('net').connect(${port}, '127.0.0.1').on('connect', () => console.log('reached')).on('error', e => console.log(e.code))`;
    expect(sandbox.run(process.execPath, ['-e', dial]).stdout).toBe('ECONNREFUSED\n');
  } finally {
    await sandbox.end();
    server.close();
  }
});
