/** Commands in the pages: what stands in ```sh and ```console blocks. A block that needs more than a checkout begins with `# needs ...`. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

export interface Block {
  /** Path of the page below the repository, and the line of the fence. */
  readonly where: string;
  readonly language: 'sh' | 'console';
  /** What the block needs besides a checkout with a build. */
  readonly needs: string | undefined;
  readonly lines: readonly string[];
}

/** A command of a console block, with the lines below it. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

/** The pages of users. Chapters of docs/hands-on and docs/first-tool.md have tests of their own; docs/kit.md contains programs. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map(name => `docs/${name.replaceAll('\\', '/')}`)
    .filter(name => name.endsWith('.md') && !/^docs\/(?:adr|rules|fields)\//.test(name))
    .sort(),
  'charts/mcp-gateway/README.md',
  'examples/README.md',
];

/** The blocks of a page. */
export function blocksOf(page: string, text = readFileSync(join(root, page), 'utf8')): Block[] {
  return [...text.matchAll(/^```(sh|console)\n(.*?)^```$/gms)].map(({ 1: language, 2: body = '', index }) => {
    const lines = body.trimEnd().split('\n');
    const needs = /^# needs (.+)$/.exec(lines[0]!)?.[1];
    const where = `${page}:${text.slice(0, index).split('\n').length}`;
    return { where, language: language as Block['language'], needs, lines: needs === undefined ? lines : lines.slice(1) };
  });
}

/** The steps of a console block. */
export function stepsOf({ lines }: Block): Step[] {
  const parts = `\n${lines.join('\n')}`.split('\n$ ').slice(1);
  return parts.map(part => {
    const [command = '', ...output] = part.split('\n');
    return { command, output: output.join('\n') };
  });
}

/** The text that a shell would run. */
const scriptOf = (block: Block): string =>
  block.language === 'sh'
    ? block.lines.join('\n')
    : stepsOf(block)
        .map(({ command }) => command)
        .join('\n');

/** The arguments of each `mcpgw` in a block, as bash splits them. Nothing else runs: the PATH is empty. */
export function mcpgwCallsOf(block: Block): string[][] {
  // One write for each call: some run in the background.
  const script = `mcpgw() { printf '%s\\0' "$@" $'\\001' >&3; }\n${scriptOf(block)}\nwait\n`;
  const { output } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', script], {
    cwd: tmpdir(),
    env: { PATH: '/nonexistent', HOME: '/nonexistent' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const written = String(output[3] ?? '');
  return written
    .split('\u0001\0')
    .slice(0, -1)
    .map(call => call.split('\0').slice(0, -1));
}
