/**
 * The instructions of the template bytecode, and what is made of their table: `instructions.ts`, which the compiler writes with and the
 * executor reads with, and the listing that failing tests show (`disassemble.ts`).
 *
 * Each instruction is its number in the table and then its operands, one number each. No operand is a place in the text and jumps are
 * relative, so that equal actions have equal code, wherever they stand. Where an instruction came from is only asked when it
 * fails; then the body is compiled once more.
 */

/**
 * What an operand holds: a number as it is, bits of `code.ts`, the index of a string or of a constant, how many numbers on from the
 * instruction to continue, or a list: its length and so many indices of strings. A list is the last operand.
 */
export type OperandKind = 'number' | 'flags' | 'string' | 'constant' | 'jump' | 'strings';

export interface Instruction {
  readonly name: string;
  readonly operands: Readonly<Record<string, OperandKind>>;
  readonly meaning: string;
}

const row = (name: string, operands: Instruction['operands'], meaning: string): Instruction => ({ name, operands, meaning });

const source = { constant: 'constant', from: 'number', length: 'number' } as const;
const numeral = { constant: 'constant', text: 'string', token: 'number' } as const;

/** An instruction's number is its place here. Those with a list come last, so that the executor tells them by a comparison. */
export const instructionTable: readonly Instruction[] = [
  row('Return', {}, 'Ends the template.'),
  row('Text', source, 'Writes text: the constant, or where in the source it stands.'),
  row('At', {}, 'What fails next fails at the node.'),
  row('Print', {}, 'Pops a value and writes it.'),
  row('Pop', {}, 'Pops a value.'),
  row('True', {}, 'Pushes true.'),
  row('False', {}, 'Pushes false.'),
  row('String', { text: 'string' }, 'Pushes a string.'),
  row('Number', numeral, 'Pushes a number; its text and the type of its token make the constant.'),
  row('Dot', { flags: 'flags' }, 'Pushes dot.'),
  row('Fail', { reason: 'string' }, 'Fails.'),
  row('BeginCall', { function: 'string', args: 'number', flags: 'flags' }, 'Starts a call of a function.'),
  row('ArgDot', {}, 'Adds dot to the arguments.'),
  row('ArgNil', {}, 'Adds nil to the arguments.'),
  row('ArgBool', { value: 'number' }, 'Adds true (1) or false (0) to the arguments.'),
  row('ArgString', { text: 'string' }, 'Adds a string to the arguments.'),
  row('ArgNumber', numeral, 'Adds a number to the arguments.'),
  row('ArgPipe', {}, "Pops a pipeline's value and adds it to the arguments."),
  row('ArgChain', {}, "Pops a chain's value and adds it to the arguments."),
  row('ArgFunction', { function: 'string' }, "Pops a function's value and adds it to the arguments."),
  row(
    'Call',
    { flags: 'flags', called: 'string' },
    'Calls; `called` is what the builtin `call` names as its function, empty for the value itself.',
  ),
  row('BeginAndOr', { args: 'number', flags: 'flags' }, 'Starts `and` or `or`.'),
  row('TestAndOr', { flags: 'flags', to: 'jump' }, 'Pops an argument of `and` or `or`; jumps with it where it decides.'),
  row('Nil', {}, 'Pushes nil.'),
  row('Mark', {}, 'Starts a block that declares variables.'),
  row('Unmark', {}, 'Ends it, and with it its variables.'),
  row('Jump', { to: 'jump' }, 'Jumps.'),
  row('JumpFalse', { to: 'jump' }, 'Pops a value; jumps where it is empty.'),
  row('With', { to: 'jump' }, 'Pops a value and makes it dot; jumps where it is empty.'),
  row('EndWith', {}, 'Gives dot the value that it had before `with`.'),
  row('Range', { to: 'jump', variables: 'number' }, 'Pops a value and starts a loop over it; jumps where it is empty. Next follows.'),
  row('Break', {}, 'Ends the innermost loop.'),
  row('Continue', {}, 'Goes on with the next element of the innermost loop.'),
  row('FindTemplate', { name: 'string' }, 'Fails where there is no template of that name.'),
  row('Template', { name: 'string', flags: 'flags' }, 'Runs a template; dot is popped where the flags say so.'),
  row('FixedVariable', { name: 'string' }, 'Fails where there is no variable of that name.'),
  row('RawString', source, 'Pushes a long raw string: the constant, or where in the source it stands.'),
  // With a list:
  row('Field', { flags: 'flags', fields: 'strings' }, 'Pushes a field of dot.'),
  row('Variable', { flags: 'flags', name: 'string', fields: 'strings' }, 'Pushes a variable, or a field of it.'),
  row(
    'Chain',
    { flags: 'flags', function: 'string', fields: 'strings' },
    'Pops a value and pushes a field of it; the function gave the value, where there is one.',
  ),
  row(
    'BeginMethod',
    { args: 'number', flags: 'flags', to: 'jump', type: 'number', receiver: 'string', fields: 'strings' },
    'Starts a call of the method that the last field names, or goes on behind the call; the type is that of the node, the receiver is the variable, or the function of a chain.',
  ),
  row('ArgField', { fields: 'strings' }, 'Adds a field of dot to the arguments.'),
  row('ArgVariable', { name: 'string', fields: 'strings' }, 'Adds a variable, or a field of it, to the arguments.'),
  row('Declare', { names: 'strings' }, 'Declares variables that have the value on the stack.'),
  row('Assign', { names: 'strings' }, 'Gives variables the value on the stack.'),
  row(
    'Next',
    { to: 'jump', assigns: 'number', names: 'strings' },
    'Takes the next element, or ends the loop and jumps; assigns is 1 for `=`.',
  ),
];

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
const offsetName = (instruction: string, operand: string): string =>
  instruction[0]!.toLowerCase() + instruction.slice(1) + capital(operand);

const hasList = ({ operands }: Instruction): boolean => Object.values(operands).includes('strings');

/** How many numbers an instruction has, those of its list apart. */
const widthOf = ({ operands }: Instruction): number => 1 + Object.keys(operands).length;

const parameterType: Readonly<Record<OperandKind, string>> = {
  number: 'number',
  flags: 'number',
  string: 'string',
  constant: 'unknown',
  jump: 'number',
  strings: 'readonly string[]',
};

const written: Readonly<Record<OperandKind, (name: string) => string>> = {
  number: name => name,
  flags: name => name,
  string: name => `w.string(${name})`,
  constant: name => `w.constant(${name})`,
  jump: name => `w.distance(${name})`,
  strings: name => `${name}.length`,
};

/** `function` is no name of a parameter. */
const parameterName = (operand: string): string => (operand === 'function' ? 'func' : operand);

function writerOf({ name, operands, meaning }: Instruction): string {
  const list = Object.entries(operands).map(([operand, kind]) => ({ name: parameterName(operand), kind }));
  const parameters = ['w: Writer', 'node: Node', ...list.map(operand => `${operand.name}: ${parameterType[operand.kind]}`)];
  const pushed = [`Op${name}`, ...list.map(operand => written[operand.kind](operand.name))];
  const strings = list.find(({ kind }) => kind === 'strings');
  return [
    `/** ${meaning} */`,
    `export function write${name}(${parameters.join(', ')}): number {`,
    '  if (w.nodes !== null) w.note(node, w.nodes);',
    `  const size = w.code.push(${pushed.join(', ')});`,
    ...(strings === undefined ? [] : [`  w.strings(${strings.name});`]),
    `  return size - ${widthOf({ name, operands, meaning })};`,
    '}',
  ].join('\n');
}

const writerType = `/** What the functions below add to: CodeWriter of code-writer.ts. */
interface Writer {
  readonly code: number[];
  readonly nodes: Map<number, Node> | null;
  note(node: Node, nodes: Map<number, Node>): void;
  string(text: string): number;
  constant(value: unknown): number;
  distance(to: number): number;
  strings(list: readonly string[]): void;
}`;

const numbers = (name: string, of: (instruction: Instruction) => number): string =>
  `export const ${name} = Uint8Array.of(${instructionTable.map(of).join(', ')});`;

function stringOf({ name, operands }: Instruction): number {
  const kinds = Object.values(operands);
  if (kinds.indexOf('string') !== kinds.lastIndexOf('string')) throw new Error(`${name} has two operands that are strings`);
  return kinds.indexOf('string') + 1;
}

const jumpOf = ({ operands }: Instruction): number => Object.values(operands).indexOf('jump') + 1;

/** The text of `instructions.ts`, before it is formatted. */
export function generateInstructions(): string {
  const constants = instructionTable.flatMap(({ name, operands, meaning }, op) => [
    `/** ${meaning} */`,
    `export const Op${name} = ${op};`,
    ...Object.keys(operands).map((operand, i) => `export const ${offsetName(name, operand)} = ${i + 1};`),
  ]);
  return [
    '/** Written from instruction-table.ts by its test (UPDATE_GOLDEN=1); not to be edited. */',
    "import type { Node } from './node.js';",
    '',
    writerType,
    '',
    ...constants,
    '',
    '/** How many numbers an instruction has, those of its list apart. */',
    numbers('widths', widthOf),
    '/** The last operand of this instruction and of all after it is the length of a list, which follows. */',
    `export const firstWithList = ${instructionTable.findIndex(hasList)};`,
    '/** Where the operand stands that says how far to jump; 0 where none does. */',
    numbers('jumps', jumpOf),
    '/** Where the operand stands that is the index of a string; 0 where none is. */',
    numbers('stringOperands', stringOf),
    '',
    ...instructionTable.map(writerOf),
    '',
  ].join('\n');
}
