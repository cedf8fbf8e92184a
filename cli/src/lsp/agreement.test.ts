/** What the server finds in a document is what `mcpgw validate` finds in the file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allRules } from '@mcpgw/validate';
import type { Diagnostic } from 'vscode-languageserver';
import { parse, stringify } from 'yaml';
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { formatJson } from '../output/json.js';
import { checkPaths } from '../validate/check.js';
import { judgeHere } from './judges.js';
import { EditorSession } from './session.js';

const here = process.cwd();
const root = join(__dirname, '../../..');
let published: Map<string, readonly Diagnostic[]>;
let session: EditorSession;
let logged: string[];
beforeEach(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  published = new Map();
  logged = [];
  session = new EditorSession({
    judge: judgeHere(),
    publish: (uri, diagnostics) => void published.set(uri, diagnostics),
    log: line => void logged.push(line),
    settings: { flags: validateFlags, together: true, wholeFolder: false },
    folders: [],
    delays: { file: 0, together: 0 },
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await session.end();
  process.chdir(here);
});

interface Row {
  readonly rule: unknown;
  readonly severity: unknown;
  readonly line: number;
  readonly column: number;
}

const severities = ['', 'error', 'warning', 'info'];
const order = (rows: readonly Row[]): string[] =>
  rows.map(({ rule, severity, line, column }) => `${line}:${column} ${severity} ${rule}`).sort();

/** What the server shows for a text whose file on disk is another one. */
async function shown(folder: string, file: string, text: string): Promise<string[]> {
  const uri = pathToFileURL(join(folder, file)).href;
  session.open(uri, text, 1);
  await session.settled();
  const rows = (published.get(uri) ?? []).map(({ code, severity, range: { start } }) => ({
    rule: code,
    severity: severities[severity!],
    line: start.line + 1,
    column: start.character + 1,
  }));
  session.close(uri);
  return order(rows);
}

/** What the command reports about the file. */
async function reported(folder: string, file: string): Promise<string[]> {
  process.chdir(folder);
  const { report } = await checkPaths([file], validateFlags);
  const { findings } = JSON.parse(formatJson(report)) as { findings: (Row & { readonly file: string; readonly path: string | null })[] };
  // The server does not say that it does not know the kind of a file.
  return order(findings.filter(each => each.file === file && !(each.rule === 'unknown-kind' && !each.path)));
}

async function agrees(name: string, text: string): Promise<void> {
  const saved = writeTree({ [name]: text });
  const open = writeTree({ [name]: '' });
  expect(await shown(open, name, text)).toEqual(await reported(saved, name));
  expect(logged).toEqual([]);
}

const nameFor = (text: string): string => (/^\s*[{[]/.test(text) ? 'example.json' : 'example.yaml');

describe('the examples of every rule', () => {
  const rules = allRules().flatMap(({ id, wrong, correct }) =>
    wrong === undefined || correct === undefined ? [] : [{ id, wrong, correct }],
  );

  it('are many', () => {
    expect(rules.length).toBeGreaterThan(300);
  });
  it.each(rules)('$id', async ({ wrong, correct }) => {
    await agrees(nameFor(wrong), wrong);
    await agrees(nameFor(correct), correct);
  });
});

describe('values', () => {
  const isValues = (file: string): boolean => /(?:^|\/)values[^/]*\.yaml$/.test(file);
  const examples = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).filter(isValues);
  const golden = readdirSync(join(root, 'test/golden')).filter((name, index) => index % 20 === 1 && !name.endsWith('.md'));

  it.each(examples)('%s', async file => {
    await agrees('values.yaml', readFileSync(join(root, 'examples', file), 'utf8'));
  });

  it.each(golden)('of the golden case %s', async name => {
    const { values = {} } = parse(readFileSync(join(root, 'test/golden', name, 'case.yaml'), 'utf8'));
    await agrees('values.yaml', stringify(values));
  });
});
