/** After every change, what is kept of earlier texts changes no finding: they are those of a check that knows nothing. */
import { join } from 'node:path';
import { allRules } from '@mcpgw/validate';
import { parse, stringify } from 'yaml';
import { writeTree } from '../../../test/helpers/command.js';
import { randomBelow } from '../../../test/helpers/random.js';
import { seed } from '../../../test/helpers/seed.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { Judge } from './judge.js';

const here = process.cwd();
afterEach(() => process.chdir(here));

const below = randomBelow(seed);
const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
const examples = allRules().flatMap(({ wrong = '', correct = '' }) => [wrong, correct]);
type Plain = Record<string, unknown>;
const plainOf = (text: string): Plain | undefined => {
  try {
    return parse(text, { uniqueKeys: false, logLevel: 'silent' }) as Plain;
  } catch {
    return undefined;
  }
};
const some = <T>(list: readonly T[], count: number): T[] => Array.from({ length: count }, () => one(list));

/** A configuration with routes of the examples of several rules, most of them with findings. */
function configuration(): string {
  const all = examples.filter(text => text.startsWith('binds:')).map(plainOf);
  const routes = all.flatMap(each => (each?.binds as { listeners?: { routes?: unknown[] }[] }[])?.[0]?.listeners?.[0]?.routes ?? []);
  return stringify({ binds: [{ port: 3000, listeners: [{ name: 'main', policies: { cors: {} }, routes: some(routes, 12) }] }] });
}

function gateway(): string {
  const all = examples.filter(text => /^servers:/m.test(text)).map(plainOf);
  const servers = all.flatMap(each => Object.values((each?.servers ?? {}) as Plain));
  return stringify({
    listen: '0.0.0.0:8080',
    servers: Object.fromEntries(some(servers, 12).map((server, index) => [`s${index}`, server])),
  });
}

function list(): string {
  const all = examples.filter(text => /^\s*[-{]?\s*"?mcpServers"?:/.test(text)).map(plainOf);
  const servers = all.flatMap(each => (Array.isArray(each?.mcpServers) ? each.mcpServers : []));
  return JSON.stringify({ mcpServers: some(servers, 12) }, undefined, 2);
}

const manifests = (): string =>
  some(
    examples.filter(text => /^apiVersion:/.test(text)),
    8,
  ).join('---\n');

const ends = ['\n', '\r\n'];
const pieces = [
  'a',
  ' ',
  ': ',
  '"',
  "'",
  '\t',
  '#',
  '- ',
  '[',
  '}',
  '\n',
  '\r\n',
  '---\n',
  '\n---\n',
  '...\n',
  '&a ',
  '*a',
  '|',
  '1',
  'null',
  '\u2028',
];
const lines = [
  '# a comment',
  '# mcpgw-ignore no-backends: tried',
  '# mcpgw-ignore-file unknown-field',
  '---',
  '--- # next',
  '%YAML 1.2',
  'kind: List',
  '  name: again',
  '\ttab: 1',
  'broken: [',
];

/** A text after one change, as people make them. */
function edited(text: string): string {
  const at = below(text.length + 1);
  const rows = text.split(/(?<=\n)/);
  const row = below(rows.length);
  const changes: readonly (() => string)[] = [
    () => text.slice(0, at) + one(pieces) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + below(3)),
    () => text.slice(0, at) + String.fromCharCode(97 + below(26)) + text.slice(at + 1),
    () => text.slice(0, at) + String.fromCharCode(97 + below(26)) + text.slice(at),
    () => rows.toSpliced(row, 1 + below(3)).join(''),
    () => rows.toSpliced(row, 0, one(lines) + one(ends)).join(''),
    () => rows.toSpliced(row, 0, ...rows.slice(row, row + 1 + below(12))).join(''),
    () => rows.toSpliced(row, 1, one(rows)).join(''),
    () => rows.with(row, `${' '.repeat(below(3))}${rows[row]!}`).join(''),
    () => rows.with(row, rows[row]!.replace(/\r?\n/, one(ends))).join(''),
  ];
  return one(changes)();
}

const root = writeTree({ 'empty.txt': '' });

async function findingsOf(judge: Judge, file: string, text: string): Promise<string> {
  process.chdir(root);
  const changes = [[join(root, file), text]] as const;
  const answer = await judge.answer({ root, isFolder: true, flags: validateFlags, changes, task: { type: 'file', file } });
  return JSON.stringify(answer, undefined, 1);
}

describe.each([
  ['config.yaml', configuration],
  ['gateway.yaml', gateway],
  ['mcp_config.json', list],
  ['manifests.yaml', manifests],
])('%s', (file, made) => {
  it('after changes of characters and lines', async () => {
    const judge = new Judge();
    let withFindings = 0;
    for (let document = 0; document < 4; document++) {
      const first = made();
      let text = first;
      for (let change = 0; change < Number(process.env.EDITS ?? 40); change++) {
        const found = await findingsOf(judge, file, text);
        expect({ text, found }).toEqual({ text, found: await findingsOf(new Judge(), file, text) });
        if (found.includes('"rule"')) withFindings++;
        text = edited(below(4) === 0 ? first : text);
      }
    }
    expect(withFindings).toBeGreaterThan(50);
  });
});
