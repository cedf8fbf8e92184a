/** Every fault of the list in every correct example: exit code 1, and an error of the right rule on the right line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineIndex, type Path } from '@mcpgw/diagnostics';
import { at, entry, type Node, parseYaml } from '@mcpgw/structure';
import { stringify } from 'yaml';
import { runValidate } from '../../cli/src/validate/run.js';
import { validateFlags } from '../helpers/validate-flags.js';
import { type Example, examples } from './examples.js';
import { expectedFailures } from './expected-failures.js';
import { type Fault, type Faulty, faults } from './faults.js';

const before = process.cwd();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const environment = { TICKETS_TOKEN: 'x', GATEWAY_KEY: 'x' };

interface Said {
  readonly code: number;
  readonly findings: readonly {
    readonly severity: string;
    readonly rule: string;
    readonly line: number;
    readonly file: string;
    readonly message: string;
  }[];
}

async function validate({ file, gatewayVersion }: Example, text: string, strict = false): Promise<Said> {
  writeFileSync(file, text);
  let out = '';
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation(chunk => {
    out += String(chunk);
    return true;
  });
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  Object.assign(process.env, environment);
  try {
    const flags = {
      ...validateFlags,
      output: 'json' as const,
      strict,
      config: 'none.yaml',
      ...(gatewayVersion !== undefined && { gatewayVersion }),
    };
    writeFileSync('none.yaml', 'skip: []\n');
    const code = await runValidate([file], flags);
    return { code, findings: (JSON.parse(out) as Said).findings };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
    rmSync(file);
  }
}

const print =
  ({ json }: Example) =>
  (data: unknown): string =>
    (json ? `${JSON.stringify(data, undefined, 2)}\n` : stringify(data, { aliasDuplicateObjects: false, version: '1.1' })).replace(
      /["']?@raw\(([^)]*)\)["']?/g,
      '$1',
    );

/** The lines that a finding at a path may point at: its key, its value, and for a missing value the mapping around it. */
function linesAt(text: string, path: Path): number[] {
  const [root] = parseYaml(text, { file: '', dialect: 'core' }).documents;
  const index = new LineIndex(text);
  const line = (offset: number): number => index.position(offset).line;
  const parent = at(root, ...path.slice(0, -1));
  const own = path.length === 0 ? undefined : entry(parent, String(path.at(-1)));
  const value: Node | undefined = at(root, ...path);
  const above = path.length > 1 ? entry(at(root, ...path.slice(0, -2)), String(path.at(-2))) : undefined;
  const inside = value?.kind === 'map' ? value.entries[0] : undefined;
  const starts = [
    own?.keySpan.start,
    value?.span.start,
    inside?.keySpan.start,
    path.length > 0 && own === undefined ? above?.keySpan.start : undefined,
  ];
  return starts.flatMap(start => (start === undefined ? [] : [line(start)]));
}

function isInPlace(text: string, place: Faulty['at'], line: number): boolean {
  if ('from' in place) return line >= place.from;
  return ('lines' in place ? place.lines : linesAt(text, place.path)).includes(line);
}

/** The mismatch; undefined if the fault is found. */
async function missed(example: Example, faulty: Faulty, { rules, isWarning = false }: Fault): Promise<string | undefined> {
  const { code, findings } = await validate(example, faulty.text, isWarning);
  const errors = findings.filter(({ severity }) => severity === 'error' || (isWarning && severity === 'warning'));
  const said = findings.map(({ severity, rule, line, message }) => `${line}: ${severity} ${rule}: ${message}`).join('; ') || 'nothing';
  if (code !== 1) return `exit code ${code}, said ${said}`;
  const right = errors.some(({ rule, line }) => rules.includes(rule) && isInPlace(faulty.text, faulty.at, line));
  return right ? undefined : `said ${said}`;
}

const title = ({ title }: Example): [string] => [title];

describe('the examples themselves have no errors', () => {
  it.each(examples.map(example => [...title(example), example] as const))('%s', async (_title, example) => {
    const { findings } = await validate(example, print(example)(example.data));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe.each(faults.map(fault => [fault.fault, fault] as const))('%s', (_name, fault) => {
  const isFor = (example: Example): boolean =>
    (fault.kinds?.includes(example.kind) ?? true) &&
    (fault.only === undefined || (fault.only === 'json') === example.json) &&
    (fault.place === undefined || example.places[fault.place] !== undefined);
  const rows = examples.filter(isFor).flatMap(example => {
    const text = print(example)(example.data);
    const faulty = fault.inject({ example, text, print: print(example) }, fault.place === undefined ? [] : example.places[fault.place]!);
    return faulty === undefined ? [] : [[example.title, example, faulty] as const];
  });

  it('is put into some example', () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each(rows)('in %s', async (name, example, faulty) => {
    const result = await missed(example, faulty, fault);
    const expected = expectedFailures.find(failure => failure.fault === fault.fault && (failure.example?.test(name) ?? true));
    if (expected === undefined) expect(result).toBeUndefined();
    else expect({ reason: expected.reason, isFound: result === undefined }).toEqual({ reason: expected.reason, isFound: false });
  });
});
