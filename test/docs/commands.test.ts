/** Every `mcpgw` command in the pages exists, with its flags, values and number of arguments; every make target exists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { prepareArgs } from '../../cli/src/args.js';
import { commands } from '../../cli/src/commands/index.js';
import { createProgram } from '../../cli/src/program.js';
import { type Block, blocksOf, mcpgwCallsOf, pages, root } from './blocks.js';

const blocks = pages.flatMap(page => blocksOf(page));

function silence(command: Command): void {
  command.action(() => {}).configureOutput({ writeOut: () => {}, writeErr: () => {} });
  for (const sub of command.commands) silence(sub);
}

/** What is wrong with the arguments of mcpgw; undefined if nothing is. */
async function faultOf(args: readonly string[]): Promise<string | undefined> {
  const name = args[0] === 'help' ? args[1] : args[0];
  if (name === undefined || name.startsWith('-')) return undefined;
  const entry = commands.find(command => command.name === name);
  if (entry === undefined) return `unknown command ${name}`;
  if (args[0] === 'help') return undefined;
  const program = createProgram();
  (await entry.load())(program);
  silence(program);
  try {
    await program.parseAsync(prepareArgs(program, args), { from: 'user' });
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

async function faultsOf(block: Block): Promise<string[]> {
  const found: string[] = [];
  for (const args of mcpgwCallsOf(block)) {
    const fault = await faultOf(args);
    if (fault !== undefined) found.push(`${block.where}: mcpgw ${args.join(' ')}: ${fault}`);
  }
  return found;
}

const made = (text: string): Block => blocksOf('page.md', `\`\`\`sh\n${text}\n\`\`\`\n`)[0]!;

test.each([
  ['mcpgw tols', 'page.md:1: mcpgw tols: unknown command tols'],
  ['mcpgw render --nmespace x', 'unknown option'],
  ['mcpgw validate -o yaml x', 'Allowed choices are'],
  ['# needs a cluster\nmcpgw probe --timeout soon x', 'It must be a duration'],
  ['echo "{}" | mcpgw call --args-jso -', 'unknown option'],
])('%s would be found', async (text, fault) => {
  expect((await faultsOf(made(text))).join()).toContain(fault);
});

test('commands in pages are commands of mcpgw', async () => {
  const found: string[] = [];
  for (const block of blocks) found.push(...(await faultsOf(block)));
  expect(found).toEqual([]);
  expect(blocks.flatMap(mcpgwCallsOf).length).toBeGreaterThan(50);
});

test('make targets in pages exist', () => {
  const targets = new Set([...readFileSync(join(root, 'Makefile'), 'utf8').matchAll(/^([a-z0-9]+):/gm)].map(([, name]) => name));
  const named = blocks.flatMap(({ where, lines }) =>
    lines.flatMap(line => [...line.matchAll(/(?:^|\$ |[A-Z]=\S+ )make ([a-z0-9]+)/g)].map(([, target]) => [where, target] as const)),
  );
  expect(named.filter(([, target]) => !targets.has(target!))).toEqual([]);
  expect(named.length).toBeGreaterThan(3);
});
