/**
 * Builds executables that need no Node: the bundle of everything compiled by Bun, whose compiler and whose program for each system come
 * from the npm registry. ADR 0004 says why Bun and not Node's single executable applications.
 *
 * node tools/standalone.mjs                             cli/dist/standalone/mcpgw, for this system
 * node tools/standalone.mjs --all [--output FOLDER]     one compressed archive for each system
 * node tools/standalone.mjs --target NAME [--output FOLDER]
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { pack } from 'tar-stream';
import { unwrapped } from './wrapper.mjs';

const bunVersion = '1.4.5';

/** The npm package with Bun's program for a system, and Bun's name of the system. */
const targets = {
  'linux-x64': { package: '@oven/bun-linux-x64', bun: 'bun-linux-x64' },
  'linux-arm64': { package: '@oven/bun-linux-aarch64', bun: 'bun-linux-arm64' },
  'darwin-x64': { package: '@oven/bun-darwin-x64', bun: 'bun-darwin-x64' },
  'darwin-arm64': { package: '@oven/bun-darwin-aarch64', bun: 'bun-darwin-arm64' },
  'win32-x64': { package: '@oven/bun-windows-x64', bun: 'bun-windows-x64' },
};

const root = fileURLToPath(new URL('..', import.meta.url));
const own = `${process.platform}-${process.arch}`;

function refuse(message) {
  console.error(`standalone: ${message}; there are ${Object.keys(targets).join(', ')}`);
  process.exit(2);
}

/** Bun for a system. npm packs it whatever the system of this machine is. */
function bunFor(target) {
  const { package: name } = targets[target];
  const folder = join(root, '.cache', `bun-${bunVersion}`, 'node_modules', name);
  const program = join(folder, 'bin', target.startsWith('win32') ? 'bun.exe' : 'bun');
  if (existsSync(program)) return program;
  console.error(`standalone: fetching ${name}@${bunVersion}`);
  const fetched = mkdtempSync(join(tmpdir(), 'mcpgw-bun-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', fetched, `${name}@${bunVersion}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(fetched, readdirSync(fetched)[0]), '-C', folder, '--strip-components=1']);
  rmSync(fetched, { recursive: true });
  return program;
}

/** The bundle with its parts, as the CommonJS modules that Bun expects, and the chart. */
function modules() {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-standalone-'));
  const dist = join(root, 'cli/dist');
  mkdirSync(join(folder, 'commands'));
  for (const name of readdirSync(join(dist, 'commands')).filter(name => /^main[.-].*cjs$/.test(name)))
    writeFileSync(join(folder, 'commands', name), unwrapped(readFileSync(join(dist, 'commands', name), 'utf8')));
  copyFileSync(join(dist, 'chart.bin'), join(folder, 'chart.bin'));
  return folder;
}

/** Bytecode starts faster and takes 25 MB. Archives are to stay below 60 MB, so only those for macOS, where Bun is smallest, have it. */
function compile(folder, target, outfile, isArchive) {
  const cross = target === own ? [] : ['--target', targets[target].bun, '--compile-executable-path', bunFor(target)];
  const bytecode = isArchive && !target.startsWith('darwin') ? [] : ['--bytecode'];
  // Standard output is Bun's progress.
  execFileSync(
    bunFor(own),
    [
      ...['build', '--compile', '--minify', ...bytecode, ...cross],
      ...['--loader', '.bin:file', '--external', '@node-rs/xxhash'],
      ...[join(folder, 'commands/main.cjs'), '--outfile', outfile],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

/** One archive with the program and the licenses: `.zip` for Windows, `.tar.gz` for others. */
async function archive(target, program, output, version) {
  const name = `mcpgw-${version}-${target}`;
  const texts = { LICENSE: join(root, 'LICENSE'), 'licenses.txt': join(root, 'cli/dist/licenses.txt') };
  if (target.startsWith('win32')) {
    const files = {
      'mcpgw.exe': readFileSync(program),
      ...Object.fromEntries(Object.entries(texts).map(([file, path]) => [file, readFileSync(path)])),
    };
    const file = join(output, `${name}.zip`);
    writeFileSync(file, zipSync(files, { level: 9, mtime: new Date('1980-01-02') }));
    return file;
  }
  const tar = pack();
  tar.entry({ name: `${name}/mcpgw`, mode: 0o755, mtime: new Date(0) }, readFileSync(program));
  for (const [file, path] of Object.entries(texts)) tar.entry({ name: `${name}/${file}`, mtime: new Date(0) }, readFileSync(path));
  tar.finalize();
  const parts = [];
  for await (const part of tar) parts.push(part);
  const file = join(output, `${name}.tar.gz`);
  writeFileSync(file, gzipSync(Buffer.concat(parts)));
  return file;
}

const { values } = parseArgs({ options: { all: { type: 'boolean' }, target: { type: 'string' }, output: { type: 'string' } } });
if (!Object.hasOwn(targets, own)) refuse(`no compiler runs on ${own}`);
if (values.target !== undefined && !Object.hasOwn(targets, values.target)) refuse(`no target ${values.target}`);

const folder = modules();
const plain = join(root, 'cli/dist/standalone');
if (!values.all && values.target === undefined) {
  compile(folder, own, join(plain, 'mcpgw'), false);
  console.log(join(plain, 'mcpgw'));
} else {
  const output = resolve(values.output ?? plain);
  mkdirSync(output, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8'));
  for (const target of values.all ? Object.keys(targets) : [values.target]) {
    const program = join(folder, target.startsWith('win32') ? `${target}.exe` : target);
    compile(folder, target, program, true);
    const file = await archive(target, program, output, version);
    rmSync(program);
    console.log(`${file} ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
}
rmSync(folder, { recursive: true });
