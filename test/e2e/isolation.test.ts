/** Stdio servers in a sandbox of bubblewrap and in containers of podman: what they reach, what they do not, and what is left of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testUnless } from '../helpers/needs.js';
import { endAll, gatewayFile, openSession, serve, temporaryFolder } from './serve-helpers.js';

const root = join(__dirname, '../..');
const script = join(__dirname, 'look-around-server.mjs');
const timeout = 120_000;

const works = (command: string, args: readonly string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const noSandbox = works('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']) ? undefined : 'bubblewrap (bwrap) does not run here';
const noLinux = process.platform === 'linux' ? undefined : 'needs Linux';

afterEach(endAll);

/** A gateway with one server `look`, and what its code gives. */
async function looking(isolation: object, more: object = {}, top: object = {}, env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const entry = { command: process.execPath, args: [script], trust_mode: 'auto', isolation, ...more };
  const served = await serve(gatewayFile({ ...top, servers: { look: entry } }, folder), env);
  const session = await openSession(served.port);
  return { served, folder, run: (code: string) => session.call('look:run', { code }) };
}

const sandbox = { mode: 'sandbox', read_folders: [root] };

describe('a sandbox', () => {
  let listener: Server;
  let port = 0;
  beforeAll(done => {
    listener = createServer(socket => socket.end('hello')).listen(0, '127.0.0.1', () => {
      port = (listener.address() as { port: number }).port;
      done();
    });
  });
  afterAll(done => void listener.close(done));

  testUnless(
    noSandbox,
    'sees its folders, and nothing else of the machine',
    async () => {
      const [own, other] = [temporaryFolder(), temporaryFolder()];
      writeFileSync(join(own, 'mine'), 'mine');
      writeFileSync(join(other, 'secret'), 'secret');
      const { run, folder } = await looking(sandbox, { working_dir: own, env: { GIVEN: 'yes' } }, {}, { SECRET_OF_GATEWAY: 'x' });
      expect(await run(`return fs.readFileSync('mine', 'utf8')`)).toBe('mine');
      expect(await run(`fs.writeFileSync('new', 'x'); return process.cwd()`)).toBe(own);
      expect(readFileSync(join(own, 'new'), 'utf8')).toBe('x');
      expect(await run(`return fs.readFileSync(${JSON.stringify(join(other, 'secret'))}, 'utf8')`)).toBe('ENOENT');
      expect(await run(`return fs.existsSync(${JSON.stringify(join(folder, 'gateway.yaml'))})`)).toBe('false');
      expect(await run(`fs.writeFileSync(${JSON.stringify(join(root, 'new'))}, 'x')`)).toBe('EROFS');
      expect(await run(`fs.writeFileSync('/usr/new', 'x')`)).toBe('EROFS');
      expect(await run(`return fs.existsSync('/etc/shadow') || fs.existsSync('/run/docker.sock') || fs.existsSync('/var/lib')`)).toBe(
        'false',
      );
      expect(await run(`return [process.env.GIVEN, process.env.SECRET_OF_GATEWAY]`)).toBe('yes,');
      expect(await run(`return fs.readdirSync('/proc').filter(name => /^\\d+$/.test(name)).length < 5`)).toBe('true');
      expect(await run(`return /CapEff:\\s*0+$/m.test(fs.readFileSync('/proc/self/status', 'utf8'))`)).toBe('true');
      expect(await run(`fs.writeFileSync('/tmp/of-the-sandbox', 'x'); return fs.readFileSync('/tmp/of-the-sandbox', 'utf8')`)).toBe('x');
      expect(existsSync('/tmp/of-the-sandbox')).toBe(false);
    },
    timeout,
  );

  const connect = () =>
    `return new Promise((resolve, reject) => net.connect(${port}, '127.0.0.1').on('data', resolve).on('error', reject))`;

  testUnless(
    noSandbox,
    'has the network of the machine, unless it is none',
    async () => {
      expect(await (await looking(sandbox)).run(connect())).toBe('hello');
      expect(await (await looking({ ...sandbox, network_mode: 'none' })).run(connect())).toBe('ECONNREFUSED');
      expect(await (await looking({}, {}, { isolation: { ...sandbox, network_mode: 'none' } })).run(connect())).toBe('ECONNREFUSED');
    },
    timeout,
  );

  testUnless(
    noSandbox,
    'ends with the gateway, also when that is killed',
    async () => {
      const own = temporaryFolder();
      const { served, run } = await looking(sandbox, { working_dir: own });
      await run(`setInterval(() => fs.writeFileSync('beat', String(Date.now())), 20)`);
      while (!existsSync(join(own, 'beat'))) await new Promise(resolve => setTimeout(resolve, 20));
      await served.stop('SIGKILL');
      await ceases(() => readFileSync(join(own, 'beat'), 'utf8'));
    },
    timeout,
  );
});

/** Waits until a value stays the same for a second. */
async function ceases(value: () => string): Promise<void> {
  for (let last = ''; last !== value(); ) {
    last = value();
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

describe('a server that cannot be isolated does not start, and says why', () => {
  const rows: [string, object, string][] = [
    ['no bubblewrap', { mode: 'sandbox' }, 'it is to run in a sandbox, and bubblewrap (bwrap) is not installed'],
    ['no container engine', { enabled: true }, 'it is to run in a container, and neither docker nor podman is installed'],
    ['a folder is missing', { mode: 'sandbox', read_folders: ['/no/such'] }, 'a folder of its isolation does not exist: /no/such'],
  ];
  for (const [name, isolation, reason] of rows)
    testUnless(
      noLinux,
      name,
      async () => {
        const empty = temporaryFolder();
        const witness = join(empty, 'started');
        const touch = ['-e', `require("fs").writeFileSync(${JSON.stringify(witness)}, "")`];
        const file = gatewayFile({ servers: { look: { command: 'node', args: touch, trust_mode: 'auto', isolation } } });
        const served = await serve(file, { PATH: empty });
        expect(served.log()).toContain(reason);
        expect(existsSync(witness)).toBe(false);
      },
      timeout,
    );
});

describe('a container', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'mcpgw-image-'));
  const conf = join(scratch, 'containers.conf');
  // Limits that work where the limits of the host cannot be raised, as in a container.
  const limits = '[containers]\ndefault_ulimits=["nofile=1024:1024","nproc=1000:1000"]\n';
  writeFileSync(conf, `[engine]\ncgroup_manager="cgroupfs"\n${works('runc', ['--version']) ? 'runtime="runc"\n' : ''}${limits}`);
  const env = { ...process.env, CONTAINERS_CONF: conf };
  const image = 'localhost/mcpgw-look:1';
  const podman = (...args: string[]) => execFileSync('podman', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const noPodman = works('podman', ['--version']) ? (makeImage() ?? undefined) : 'podman is not installed';

  /** An image with Node alone, made of the files of this machine; the reason if containers do not run here. */
  function makeImage(): string | undefined {
    const files = join(scratch, 'root');
    const node = realpathSync(process.execPath);
    const libraries = spawnSync('/usr/bin/ldd', [node], { encoding: 'utf8' }).stdout.match(/\/\S+/g) ?? [];
    for (const file of libraries) copy(file, join(files, file));
    copy(node, join(files, 'bin/node'));
    for (const folder of ['tmp', 'proc', 'dev', 'sys', 'etc']) mkdirSync(join(files, folder), { recursive: true });
    try {
      execFileSync('tar', ['-C', files, '-cf', join(scratch, 'root.tar'), '.']);
      podman('import', join(scratch, 'root.tar'), image);
      podman('run', '--rm', '--network', 'none', '--memory', '512m', '--cpus', '1.0', image, 'node', '-e', '0');
      return undefined;
    } catch (error) {
      return `podman runs no containers here: ${String((error as { stderr?: unknown }).stderr ?? error)
        .trim()
        .slice(0, 200)}`;
    }
  }

  function copy(from: string, to: string): void {
    mkdirSync(dirname(to), { recursive: true });
    cpSync(realpathSync(from), to);
  }

  afterAll(() => {
    if (noPodman === undefined) podman('rmi', '-f', image);
    rmSync(scratch, { recursive: true, force: true });
  });

  const inContainer = { mode: 'docker', image, network_mode: 'none', read_folders: [root] };
  const engine = { MCPGW_CONTAINER_ENGINE: 'podman', CONTAINERS_CONF: conf };
  const running = () => podman('ps', '--all', '--filter', 'label=mcpgw=server', '--format', '{{.Names}}').trim();

  testUnless(
    noPodman,
    'has its folders and variables, limits, no network and no capability, and is gone with its server',
    async () => {
      const own = temporaryFolder();
      const secret = { GIVEN: 'a value', PATH: '/bin' };
      const { run, served } = await looking(inContainer, { command: 'node', working_dir: own, env: secret }, {}, engine);
      expect(await run(`return [process.env.GIVEN, process.env.PATH, process.cwd()]`)).toBe(`a value,/bin,${own}`);
      expect(await run(`fs.writeFileSync('new', 'x'); return fs.readdirSync('/').includes('usr')`)).toBe('false');
      expect(readFileSync(join(own, 'new'), 'utf8')).toBe('x');
      expect(await run(`fs.writeFileSync(${JSON.stringify(join(root, 'new'))}, 'x')`)).toBe('EROFS');
      expect(await run(`return Object.keys(os.networkInterfaces())`)).toBe('lo');
      expect(await run(`return /CapEff:\\s*0+$/m.test(fs.readFileSync('/proc/self/status', 'utf8'))`)).toBe('true');
      expect(running()).toMatch(/^mcpgw-[0-9a-f]{16}$/);
      const inspected = podman('inspect', running());
      expect(inspected).toContain('"Memory": 536870912');
      expect(inspected).toContain('"PidsLimit": 512');
      expect(podman('top', running(), 'args')).not.toContain('a value');
      await served.stop();
      expect(running()).toBe('');
    },
    timeout,
  );

  testUnless(
    noPodman,
    'the values of variables are not among the arguments of the engine',
    async () => {
      const { served } = await looking(inContainer, { command: 'node', env: { GIVEN: 'a-secret-value' } }, {}, engine);
      const children = execFileSync('ps', ['-ww', '-eo', 'args'], { encoding: 'utf8' });
      expect(children).toContain('--env GIVEN');
      expect(children).not.toContain('a-secret-value');
      await served.stop();
    },
    timeout,
  );
});
