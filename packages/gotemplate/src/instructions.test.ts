import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeParts, nextInstruction, Strings } from './code.js';
import { compile } from './compile.js';
import { disassemble } from './disassemble.js';
import { builtins } from './funcs.js';
import { generateInstructions, instructionTable } from './instruction-table.js';
import { firstWithList } from './instructions.js';
import { parse } from './parse.js';

const generated = join(__dirname, 'instructions.ts');
const functions = builtins();

/** How biome breaks lines is not the generator's. */
const unformatted = (text: string): string => text.replace(/\s+/g, '').replace(/,(?=[)\]}])/g, '');

function compiled(text: string): CodeParts & { code: number[] } {
  const strings = new Strings();
  const tree = parse('t', text, name => functions.has(name)).get('t')!;
  return { ...compile(tree.root, strings), start: 0, strings: strings.list };
}

it('instructions.ts is that of the table (UPDATE_GOLDEN=1 writes it, biome formats it)', () => {
  const text = generateInstructions();
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(generated, text);
  expect(unformatted(readFileSync(generated, 'utf8'))).toBe(unformatted(text));
});

it('every instruction has a name of its own, a meaning, at most one jump, and its list last; those with a list come last', () => {
  expect(instructionTable.map(({ operands }) => Object.values(operands).includes('strings'))).toEqual(
    instructionTable.map((_, op) => op >= firstWithList),
  );
  expect(new Set(instructionTable.map(({ name }) => name)).size).toBe(instructionTable.length);
  for (const { name, operands, meaning } of instructionTable) {
    const kinds = Object.values(operands);
    expect([name, meaning]).toEqual([name, expect.stringMatching(/^\S.*\.$/)]);
    expect([name, kinds.filter(kind => kind === 'jump').length <= 1]).toEqual([name, true]);
    expect([name, kinds.indexOf('strings')]).toEqual([name, kinds.includes('strings') ? kinds.length - 1 : -1]);
  }
});

it.each<[string, string[]]>([
  ['a{{ .x.y }}', ['0: Text constant=#0 from=0 length=1', '4: Field flags=2 fields=["x","y"]', '9: Print', '10: Return']],
  [
    '{{ if $.a }}1{{ else }}2{{ end }}',
    [
      '0: Variable flags=2 name="$" fields=["a"]',
      '5: JumpFalse to=@13',
      '7: Text constant=#0 from=12 length=1',
      '11: Jump to=@17',
      '13: Text constant=#1 from=23 length=1',
      '17: Return',
    ],
  ],
  [
    '{{ range $i, $e := .l }}{{ break }}{{ continue }}{{ else }}{{ end }}',
    [
      '0: Mark',
      '1: Field flags=2 fields=["l"]',
      '5: Declare names=["$i","$e"]',
      '9: Range to=@22 variables=2',
      '12: Next to=@22 assigns=0 names=["$i","$e"]',
      '18: Break',
      '19: Continue',
      '20: Jump to=@12',
      '22: Unmark',
      '23: Return',
    ],
  ],
  [
    '{{ $x := 1 }}{{ $x = true }}{{ with $x }}{{ . }}{{ end }}',
    [
      '0: Number constant=#0 text="1" token=13',
      '4: Declare names=["$x"]',
      '7: Pop',
      '8: True',
      '9: Assign names=["$x"]',
      '12: Pop',
      '13: Variable flags=2 name="$x" fields=[]',
      '17: With to=@23',
      '19: Dot flags=2',
      '21: Print',
      '22: EndWith',
      '23: Return',
    ],
  ],
  [
    '{{ print nil true "s" 1.5 . .a $ (len .b) | printf `%s` }}',
    [
      '0: BeginCall function="print" args=8 flags=2',
      '4: ArgNil',
      '5: ArgBool value=1',
      '7: ArgString text="s"',
      '9: ArgNumber constant=#0 text="1.5" token=13',
      '13: ArgDot',
      '14: ArgField fields=["a"]',
      '17: ArgVariable name="$" fields=[]',
      '20: BeginCall function="len" args=1 flags=2',
      '24: ArgField fields=["b"]',
      '27: Call flags=2 called=""',
      '30: ArgPipe',
      '31: Call flags=2 called=""',
      '34: BeginCall function="printf" args=1 flags=3',
      '38: ArgString text="%s"',
      '40: Call flags=3 called=""',
      '43: Print',
      '44: Return',
    ],
  ],
  [
    '{{ (index .m "k").x }}{{ .a.b 1 }}{{ and .a nil | or }}',
    [
      '0: BeginCall function="index" args=2 flags=2',
      '4: ArgField fields=["m"]',
      '7: ArgString text="k"',
      '9: Call flags=2 called=""',
      '12: Chain flags=2 function="" fields=["x"]',
      '17: Print',
      '18: BeginMethod args=1 flags=2 to=@34 type=8 receiver="" fields=["a","b"]',
      '27: ArgNumber constant=#0 text="1" token=13',
      '31: Call flags=2 called=""',
      '34: Print',
      '35: BeginAndOr args=2 flags=2',
      '38: Field flags=0 fields=["a"]',
      '42: TestAndOr flags=2 to=@49',
      '45: Nil',
      '46: TestAndOr flags=10 to=@49',
      '49: BeginAndOr args=0 flags=3',
      '52: Print',
      '53: Return',
    ],
  ],
  [
    '{{ template "x" 1 }}{{ call .f }}',
    [
      '0: FindTemplate name="x"',
      '2: Number constant=#0 text="1" token=13',
      '6: Template name="x" flags=1',
      '9: BeginCall function="call" args=1 flags=2',
      '13: ArgField fields=["f"]',
      '16: Call flags=2 called=".f"',
      '19: Print',
    ],
  ],
])('compiles %s', (text, lines) => {
  expect(disassemble(compiled(text)).slice(0, lines.length)).toEqual(lines);
});

it('finds each instruction behind the one before it', () => {
  const parts = compiled('{{ range $i, $e := .l }}{{ print $e.a.b (and 1 2) | printf "%v" }}{{ else }}none{{ end }}');
  const starts = disassemble(parts).map(line => Number.parseInt(line, 10));
  for (let i = 1; i < starts.length; i++) expect(nextInstruction(parts.code, starts[i - 1]!)).toBe(starts[i]);
  expect(nextInstruction(parts.code, starts.at(-1)!)).toBe(parts.code.length);
});

it('refuses to list what is no code', () => {
  expect(() => disassemble({ code: [250], start: 0, strings: [] })).toThrow('0: no instruction has the number 250');
});
