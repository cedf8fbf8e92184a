/**
 * The commands of README and docs run as they are written, in the folder of a checkout. Those of a block that says what it needs are
 * checked by test/docs/commands.test.ts. Ports differ, as those of the pages may be in use.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedPort } from '../../packages/loader/test/servers.js';
import { type Block, blocksOf, pages, root, stepsOf } from '../docs/blocks.js';
import { executable } from '../helpers/mcpgw.js';

/** Commands that run elsewhere: in the gate itself, which runs this test. */
const elsewhere = /^(?:make |npx jest )/;
const pagesWithOwnTest = /^docs\/(?:hands-on\/|first-tool\.md)/;

const blocks = pages
  .filter(page => !pagesWithOwnTest.test(page))
  .flatMap(page => blocksOf(page))
  .filter(({ needs, lines }) => needs === undefined && !lines.every(line => elsewhere.test(line)));

let checkout: string;
let ports: Readonly<Record<string, number>>;

/** The repository as a reader has it, and `mcpgw` in the PATH. */
beforeAll(async () => {
  checkout = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgw-docs-')));
  for (const name of readdirSync(root)) if (!/^(?:examples|out|\.git)$/.test(name)) symlinkSync(join(root, name), join(checkout, name));
  cpSync(join(root, 'examples'), join(checkout, 'examples'), { recursive: true });
  mkdirSync(join(checkout, '.home/bin'), { recursive: true });
  symlinkSync(executable, join(checkout, '.home/bin/mcpgw'));
  ports = { 8080: await closedPort(), 8765: await closedPort() };
  for (const name of readdirSync(join(checkout, 'examples/local'))) {
    const file = join(checkout, 'examples/local', name);
    writeFileSync(file, withPorts(readFileSync(file, 'utf8')));
  }
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const withPorts = (text: string): string => text.replaceAll(/\b(?:8080|8765)\b/g, port => String(ports[port]));

/** Runs a text in bash, in a process group of its own that ends with it. Every command's exit code goes to stderr. */
async function runInBash(script: string): Promise<{ output: string; errors: string }> {
  const home = join(checkout, '.home');
  const child = spawn('bash', ['--noprofile', '--norc', '-c', script], {
    cwd: checkout,
    env: { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home, TERM: 'dumb' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', chunk => (output += chunk));
  child.stderr.on('data', chunk => (errors += chunk));
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
  await new Promise<void>(resolve => child.once('exit', () => resolve()));
  try {
    process.kill(-child.pid!, 'SIGTERM');
  } catch {
    // Nothing of it runs any more.
  }
  await closed;
  return { output, errors };
}

/** Exit codes of mcpgw and others that say that something could not run. */
const failures = /@@ (?![01] )\d+ .*/g;

/** Times and the columns that they widen differ from run to run. */
const neutral = (text: string): string =>
  text
    .split('\n')
    .map(line =>
      line
        .replaceAll(/\b\d+ ms\b/g, 'N ms')
        .replaceAll(/ {2,}/g, '  ')
        .trimEnd(),
    )
    .join('\n')
    .trim();

const mark = `trap 'echo "@@ $? $BASH_COMMAND" >&2' ERR\n`;

function commandsIn({ lines }: Block): string {
  return withPorts(lines.filter(line => !elsewhere.test(line)).join('\n'));
}

test('a command that could not run is noticed', async () => {
  const { errors } = await runInBash(`${mark}true\nfalse\nmcpgw render --nope\nmcpgw-nope`);
  expect(errors.match(failures)).toEqual(['@@ 2 mcpgw render --nope', '@@ 127 mcpgw-nope']);
});

describe('commands of pages', () => {
  test.each(blocks.filter(({ language }) => language === 'sh').map(block => [block.where, block] as const))('%s', async (_where, block) => {
    const { errors } = await runInBash(`${mark}${commandsIn(block)}`);
    expect({ failures: errors.match(failures) ?? [], errors: errors.match(/^Error: .*/gm) ?? [] }).toEqual({ failures: [], errors: [] });
  });

  test.each(
    blocks.filter(({ language }) => language === 'console').flatMap(block => stepsOf(block).map(step => [step.command, step] as const)),
  )('%s prints what the page says', async (_command, { command, output }) => {
    expect(neutral((await runInBash(withPorts(command))).output)).toBe(neutral(withPorts(output)));
  });
});
