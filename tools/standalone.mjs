/**
 * Builds `cli/dist/standalone/mcpgw`, one executable that needs no Node: the bundle of everything compiled by Bun, whose
 * compiler comes from the npm registry. ADR 0004 says why Bun and not Node's single executable applications.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrapped } from './wrapper.mjs';

const bunVersion = '1.4.5';
const packages = {
  'linux-x64': '@oven/bun-linux-x64',
  'linux-arm64': '@oven/bun-linux-aarch64',
  'darwin-x64': '@oven/bun-darwin-x64',
  'darwin-arm64': '@oven/bun-darwin-aarch64',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const name = packages[platform];
if (!name) {
  console.error(`standalone: no compiler for ${platform}; it exists for ${Object.keys(packages).join(', ')}`);
  process.exit(2);
}

const cache = join(root, '.cache', `bun-${bunVersion}`);
const bun = join(cache, 'node_modules', name, 'bin/bun');
if (!existsSync(bun)) {
  mkdirSync(cache, { recursive: true });
  console.error(`standalone: fetching ${name}@${bunVersion}`);
  execFileSync('npm', ['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${bunVersion}`], {
    stdio: 'inherit',
  });
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

const outfile = join(root, 'cli/dist/standalone/mcpgw');
const folder = modules();
execFileSync(
  bun,
  [
    'build',
    '--compile',
    '--bytecode',
    '--minify',
    '--loader',
    '.bin:file',
    '--external',
    '@node-rs/xxhash',
    join(folder, 'commands/main.cjs'),
    '--outfile',
    outfile,
  ],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
rmSync(folder, { recursive: true });
console.log(outfile);
