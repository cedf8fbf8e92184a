/**
 * The images of tools/images.mjs: their content, two builds of them, and what runs from them. Run by podman as the chart's pods run:
 * without rights, on a root file system that is read only.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionToken } from '@mcpgw/kit';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { stringify } from 'yaml';
import { mcpgwRuns, templateRuns } from '../../tools/image/apps.js';
import { readLock } from '../../tools/image/build.js';
import type { Architecture } from '../../tools/image/sources.js';
import { renderChart } from '../chart/render.js';
import { listeningPort } from '../helpers/listening-port.js';
import { root } from '../helpers/mcpgw.js';
import { describeUnless, testUnless } from '../helpers/needs.js';
import { buildImages, confined, Podman, type Unpacked, unpack } from './image-helpers.js';

jest.setTimeout(600_000);

const scratch = mkdtempSync(join(tmpdir(), 'mcpgw-images-'));
const images = { mcpgw: 'localhost/mcpgw:0.1.0', 'mcp-server-template': 'localhost/mcp-server-template:0.1.0' };
type Name = keyof typeof images;
const archiveOf = (name: Name): string => join(scratch, `${name}.oci.tar`);

const built = buildImages(scratch);
const notBuilt = built.status === 0 ? undefined : (/^images: (.*)$/m.exec(built.stderr)?.[1] ?? built.stderr.slice(-300));
const own: Architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
const podman = new Podman();
const notRun = notBuilt ?? podman.missing(archiveOf('mcpgw'), images.mcpgw);
const without = (command: string, flag = '--version') =>
  spawnSync(command, [flag]).status === 0 ? undefined : `${command} is not installed`;

afterAll(() => {
  podman.remove();
  rmSync(scratch, { recursive: true, force: true });
});

test('it refuses what it does not know', () => {
  expect(buildImages(scratch, ['nothing', '--arch', 'amd64'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('images: no image nothing; there are mcpgw, mcp-server-template\n'),
  });
  expect(buildImages(scratch, ['--arch', 'riscv64'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('images: no architecture riscv64; there are amd64, arm64\n'),
  });
});

const every = (Object.keys(images) as Name[]).flatMap(name => (['amd64', 'arm64'] as const).map(arch => [name, arch] as const));

describeUnless(notBuilt, 'content', () => {
  const unpacked = new Map<string, Unpacked>();
  beforeAll(async () => {
    for (const [name, arch] of every) unpacked.set(`${name} ${arch}`, await unpack(archiveOf(name), arch));
  });

  test.each(every)('%s for %s: no shell, nothing that gives rights, all of it readable', (name, arch) => {
    const { entries } = unpacked.get(`${name} ${arch}`)!;
    const runnable = entries.filter(({ type, mode }) => type === 'file' && mode & 0o111).map(({ path }) => path);
    const loader = { amd64: 'x86_64-linux-gnu/ld-linux-x86-64.so.2', arm64: 'aarch64-linux-gnu/ld-linux-aarch64.so.1' }[arch];
    const libc = { amd64: 'x86_64-linux-gnu/libc.so.6', arm64: 'aarch64-linux-gnu/libc.so.6' }[arch];
    const launcher = name === 'mcpgw' ? ['usr/local/lib/mcpgw/mcpgw.js'] : [];
    expect(runnable.sort()).toEqual([`lib/${loader}`, `lib/${libc}`, 'usr/local/bin/node', ...launcher]);
    expect(
      entries.filter(({ path, type }) => type !== 'directory' && /(?:^|\/)(?:\w*sh|busybox|env|apt|dpkg|perl|python\d*)$/.test(path)),
    ).toEqual([]);
    const special = entries.filter(({ uid, gid, mode }) => uid !== 0 || gid !== 0 || (mode & 0o7022) !== 0);
    const folders = special.filter(({ type }) => type !== 'symlink').map(({ path, mode }) => `${path} ${mode.toString(8)}`);
    const state = name === 'mcpgw' ? ['var/lib/mcpgw 700'] : [];
    expect(folders.sort()).toEqual(['home/nonroot 700', 'tmp 1777', ...state]);
    expect(entries.filter(({ type, mode }) => type === 'file' && (mode & 0o444) !== 0o444)).toEqual([]);
    expect(entries.filter(({ path }) => /\.cache$|\.map$|\.test\./.test(path))).toEqual([]);
  });

  test.each(every)('%s for %s: how it runs', (name, arch) => {
    const { user, env, entrypoint, workdir, ports } = name === 'mcpgw' ? mcpgwRuns : templateRuns;
    expect(unpacked.get(`${name} ${arch}`)!.config).toMatchObject({
      architecture: arch,
      os: 'linux',
      config: {
        User: user,
        Env: Object.entries(env).map(pair => pair.join('=')),
        Entrypoint: entrypoint,
        WorkingDir: workdir,
        ExposedPorts: { [`${ports[0]}/tcp`]: {} },
      },
    });
  });

  test.each(every)('%s for %s: the bill of materials lists the packages of the bundle, Node and the libraries', (name, arch) => {
    const { entries } = unpacked.get(`${name} ${arch}`)!;
    const inside = String(entries.find(({ path }) => path === `usr/share/sbom/${name}.cdx.json`)!.data);
    expect(readFileSync(join(scratch, `${name}-linux-${arch}.cdx.json`), 'utf8')).toBe(inside);
    const { components } = JSON.parse(inside) as { components: { name: string; version: string; purl: string; components?: unknown[] }[] };
    const npm = components.filter(({ purl }) => purl.startsWith('pkg:npm/') && !purl.startsWith('pkg:npm/node-linux'));
    const licenses = String(entries.find(({ path }) => path === 'usr/share/doc/mcpgw/licenses.txt')!.data);
    const licensed = [...licenses.matchAll(/^-{80}\n\n(\S+) (\S+)\nLicense: /gm)].map(([, of, version]) => `${of} ${version}`);
    expect(npm.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(licensed.sort());
    const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const versions = new Set(
      Object.entries<{ version?: string }>(locked).map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`),
    );
    expect(npm.filter(({ name, version }) => !versions.has(`${name} ${version}`))).toEqual([]);
    const names = npm.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(name === 'mcpgw' ? ['commander', 'preact', 'yaml'] : ['jose', 'zod']));
    expect(names.filter(name => /^(?:esbuild|typescript|jest|@types\/.*|playwright-core|fast-check)$/.test(name))).toEqual([]);
    const others = components.filter(component => !npm.includes(component)).map(({ name }) => name);
    expect(others.sort()).toEqual(['ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'node']);
    const listed = components.flatMap(({ components = [] }) => (components as { name: string }[]).map(({ name }) => name.slice(1)));
    const binaries = entries.filter(({ type, data }) => type === 'file' && data.subarray(0, 4).toString('latin1') === '\x7fELF');
    expect(listed.sort()).toEqual([...binaries.map(({ path }) => path), 'etc/ssl/certs/ca-certificates.crt'].sort());
  });

  testUnless(without('readelf'), 'every library that a program asks for is there, on both architectures', async () => {
    for (const [name, arch] of every) {
      const { entries } = unpacked.get(`${name} ${arch}`)!;
      const files = new Set(entries.map(({ path }) => path.split('/').at(-1)));
      const asked = new Set<string>();
      for (const { data } of entries.filter(({ data }) => data.subarray(0, 4).toString('latin1') === '\x7fELF')) {
        const file = join(scratch, 'elf');
        writeFileSync(file, data);
        const { stdout } = spawnSync('readelf', ['-d', file], { encoding: 'utf8' });
        for (const [, library] of stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g)) asked.add(library!);
      }
      expect(asked.size).toBeGreaterThan(4);
      expect([...asked].filter(library => !files.has(library))).toEqual([]);
    }
  });
});

describeUnless(notBuilt, 'another build', () => {
  /** The sources at another path. Files lie there that only that build has made. */
  function copyTree(): string {
    const tree = join(scratch, 'a tree elsewhere');
    const generated = /(?:^|\/)(?:dist|node_modules|\.cache|\.git)$|schema\/compiled\.js$|page-files\.js$/;
    for (const path of [
      'cli',
      'packages',
      'charts',
      'schemas',
      'tools',
      'examples',
      'LICENSE',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ])
      cpSync(join(root, path), join(tree, path), { recursive: true, filter: source => !generated.test(source) });
    // Hard links, where the disk has them: the links to the packages of this repository are relative, so they lead into the copy.
    for (const folder of ['.', 'cli', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}`)]) {
      const [from, to] = [join(root, folder, 'node_modules'), join(tree, folder, 'node_modules')];
      if (existsSync(from) && spawnSync('cp', ['-al', from, to]).status !== 0) spawnSync('cp', ['-a', from, to]);
    }
    return tree;
  }

  test('at another path, on another day, with another umask and language, has the same digest', async () => {
    const tree = copyTree();
    const later =
      'const D = Date; globalThis.Date = class extends D { constructor(...a) { super(...(a.length ? a : [D.now() + 4e10])); } };';
    writeFileSync(join(scratch, 'later.mjs'), later);
    const { commit } = JSON.parse(readFileSync(join(root, 'cli/dist/bundled.json'), 'utf8'));
    const env = {
      ...process.env,
      MCPGW_COMMIT: commit,
      TZ: 'Pacific/Kiritimati',
      LC_ALL: 'tr_TR.UTF-8',
      NODE_OPTIONS: `--import ${join(scratch, 'later.mjs')}`,
    };
    mkdirSync(join(tree, '.cache/images'), { recursive: true });
    symlinkSync(join(root, '.cache/images/sources'), join(tree, '.cache/images/sources'));
    const script = 'umask 077 && "$0" tools/build.mjs --no-caches && exec "$0" tools/images.mjs --output out --arch "$1"';
    const again = spawnSync('sh', ['-c', script, process.execPath, own], { cwd: tree, env, encoding: 'utf8' });
    expect({ status: again.status, stderr: again.stderr }).toMatchObject({ status: 0 });
    expect(existsSync(join(tree, '.cache/images/layers'))).toBe(true);
    const first = join(scratch, 'first');
    expect(buildImages(first, ['--arch', own]).status).toBe(0);
    for (const name of Object.keys(images)) {
      const [one, two] = [join(first, `${name}.oci.tar`), join(tree, 'out', `${name}.oci.tar`)];
      expect((await unpack(two, own)).digest).toBe((await unpack(one, own)).digest);
      expect(readFileSync(two).equals(readFileSync(one))).toBe(true);
    }
  });
});

/** The lines that a container prints until `read` finds what it looks for. */
function started<T>(args: readonly string[], read: (log: string) => T | undefined): Promise<T> {
  const child = spawn('podman', podman.command('run', '--rm', ...args), { env: podman.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      log += chunk;
      const found = read(log);
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`the container ended with ${code}:\n${log}`)));
  });
}

describeUnless(notRun, 'run by podman', () => {
  const secret = 'a secret that only this test knows, 0123456789';
  const auth = { secret, issuer: 'template', audience: 'template' };
  const look = (code: string, ...more: string[]) =>
    podman.try('run', '--rm', '--network=none', ...confined, ...more, '--entrypoint=node', images.mcpgw, '-e', code);

  afterEach(() => void podman.try('rm', '--all', '--force', '--time', '5'));

  test('there is no shell', () => {
    expect(podman.try('run', '--rm', '--network=none', '--entrypoint=/bin/sh', images.mcpgw, '-c', 'id').status).toBe(127);
  });

  test('the user has no rights, and writes nowhere', () => {
    const { stdout } = look(`
      const fs = require('fs'), write = path => { try { fs.writeFileSync(path, ''); return 'written'; } catch (e) { return e.code; } };
      const caps = /CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
      console.log(JSON.stringify([process.getuid(), process.getgid(), caps, ...['/x', '/tmp/x', '/home/nonroot/x', '/var/lib/mcpgw/x', '/usr/local/bin/x'].map(write)]));`);
    expect(JSON.parse(stdout)).toEqual([65532, 65532, '0000000000000000', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS']);
  });

  test('names, certificates and the time zone database work', () => {
    const { stdout, stderr } = look(`
      const os = require('os'), tls = require('tls'), fs = require('fs');
      require('dns').lookup('localhost', (error, address) => console.log(JSON.stringify([os.userInfo().username, error, address,
        fs.readFileSync(process.env.SSL_CERT_FILE, 'utf8').match(/BEGIN CERTIFICATE/g).length > 100,
        tls.createSecureContext({ ca: fs.readFileSync(process.env.SSL_CERT_FILE) }) !== undefined,
        new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', timeStyle: 'short' }).format(0)])));`);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout.replaceAll('\u202f', ' '))).toEqual(['nonroot', null, '127.0.0.1', true, true, '9:00 AM']);
  });

  /** The chart's container for the gateway. */
  async function gatewayContainer() {
    const manifests = await renderChart({ values: { gateway: { enabled: true } } });
    const containers = manifests.flatMap(({ kind, spec }) => (kind === 'Deployment' ? spec.template.spec.containers : []));
    return containers.find(({ image }) => image === images.mcpgw);
  }

  const volume = (name: string): string => {
    const folder = join(scratch, name);
    mkdirSync(folder, { recursive: true });
    chownSync(folder, 65532, 65532);
    return folder;
  };

  const startTemplate = () =>
    started(
      [
        '--network=host',
        ...confined,
        '--tmpfs=/tmp',
        ...Object.entries({ HOST: '127.0.0.1', PORT: '0', MCP_INSTANCE: 'normal', JWT_SECRET: secret }).map(
          pair => `--env=${pair.join('=')}`,
        ),
        images['mcp-server-template'],
      ],
      log => /^normal instance: (\S+)$/m.exec(log)?.[1],
    );

  beforeAll(() => void podman.run('load', '--quiet', '--input', archiveOf('mcp-server-template')));

  test('the template refuses to start without its secret', () => {
    const { status, stderr } = podman.try('run', '--rm', '--network=none', ...confined, images['mcp-server-template']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('auth.secret') });
  });

  test('the gateway serves the template to a client of the SDK, and the probe finds both', async () => {
    const template = await startTemplate();
    const headers = { Authorization: `Bearer ${await createSessionToken(auth, { userId: 'alice', sessionId: 'image' })}` };
    const config = join(scratch, 'gateway.yaml');
    const servers = {
      template: { url: template, headers, trust_mode: 'auto' },
      local: { command: 'node', args: [join(__dirname, 'look-around-server.mjs')], trust_mode: 'auto' },
    };
    writeFileSync(config, stringify({ listen: '127.0.0.1:0', store: { type: 'file', folder: '/var/lib/mcpgw' }, servers }));
    chmodSync(config, 0o644);
    const { command, args } = await gatewayContainer();
    const port = await started(
      [
        '--name=gateway',
        '--network=host',
        ...confined,
        `--volume=${config}:/etc/mcpgw/gateway.yaml:ro`,
        `--volume=${root}:${root}:ro`,
        `--volume=${volume('state')}:/var/lib/mcpgw`,
        `--entrypoint=${JSON.stringify(command)}`,
        images.mcpgw,
        ...args,
      ],
      listeningPort,
    );
    const client = new Client({ name: 'e2e', version: '1' });
    const url = `http://127.0.0.1:${port}/mcp`;
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
    for (let tries = 0; tries < 600 && !(await ready()); tries++) await new Promise(resolve => setTimeout(resolve, 50));
    const { tools } = await client.listTools();
    const tool = (end: string) => tools.find(({ name }) => name.endsWith(end))!.name;
    const written = await client.callTool({ name: tool('write_file'), arguments: { path: '/workspace/a.txt', content: 'remember' } });
    expect(written).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('Written 8 bytes') }] });
    const read = await client.callTool({ name: tool('read_file'), arguments: { path: '/workspace/a.txt' } });
    expect(JSON.stringify(read.content)).toContain('remember');
    const local = await client.callTool({ name: tool('run'), arguments: { code: 'return [process.version, process.getuid()]' } });
    expect(local.content).toEqual([{ type: 'text', text: `v${readLock(root).node[own].version},65532` }]);
    await client.close();

    const probe = (...more: string[]) =>
      podman.try('run', '--rm', '--network=host', ...confined, '--entrypoint=["mcpgw","probe"]', images.mcpgw, ...more);
    const { status, stdout } = probe(url, template, `--header=Authorization: ${headers.Authorization}`);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^2 of 2 available/m) });
    expect(podman.run('stop', '--time', '60', 'gateway')).toContain('gateway');
    expect(probe(url, '--max-attempts=1').status).toBe(1);
  });
});

describeUnless(notBuilt, 'other programs take the archive', () => {
  testUnless(without('skopeo'), 'skopeo copies both architectures', () => {
    const target = join(scratch, 'copied');
    const from = `oci-archive:${archiveOf('mcpgw')}`;
    const { status, stderr } = spawnSync('skopeo', ['--insecure-policy', 'copy', '--all', from, `oci:${target}:x`], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const inspected = spawnSync('skopeo', ['inspect', '--override-arch', 'arm64', `oci:${target}:x`], { encoding: 'utf8' });
    expect(JSON.parse(inspected.stdout)).toMatchObject({ Architecture: 'arm64', Os: 'linux' });
  });

  testUnless(without('containerd') ?? without('ctr'), 'containerd imports it under its name', async () => {
    const folder = join(scratch, 'containerd');
    mkdirSync(folder);
    const [config, socket] = [join(folder, 'config.toml'), join(folder, 'c.sock')];
    const disabled = 'disabled_plugins = ["io.containerd.grpc.v1.cri"]';
    const paths = `root = "${folder}/root"\nstate = "${folder}/state"\n${disabled}\n[grpc]\naddress = "${socket}"\n`;
    writeFileSync(config, `version = 2\n${paths}`);
    const daemon = spawn('containerd', ['--config', config], { stdio: 'ignore' });
    const ended = new Promise(resolve => daemon.once('exit', resolve));
    const ctr = (...args: string[]) => spawnSync('ctr', ['--address', socket, 'images', ...args], { encoding: 'utf8' });
    try {
      for (let tries = 0; tries < 600 && ctr('ls').status !== 0; tries++) await new Promise(resolve => setTimeout(resolve, 100));
      const imported = ctr('import', '--all-platforms', '--no-unpack', archiveOf('mcpgw'));
      expect({ status: imported.status, stderr: imported.stderr }).toEqual({ status: 0, stderr: '' });
      const { digest } = await unpack(archiveOf('mcpgw'), own);
      expect(ctr('ls').stdout).toMatch(new RegExp(`^localhost/mcpgw:0\\.1\\.0 .* ${digest} .* linux/amd64,linux/arm64/v8`, 'm'));
    } finally {
      daemon.kill();
      await ended;
    }
  });
});
