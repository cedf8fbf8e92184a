/** Bytecode as text, for tests that fail: an instruction a line, by the table of instructions. */
import { type CodeParts, nextInstruction } from './code.js';
import { instructionTable, type OperandKind } from './instruction-table.js';

interface Listed extends Omit<CodeParts, 'constants'> {
  /** Where the code ends; the end of the array where it is absent. */
  readonly end?: number;
}

/** `12: Field flags=2 fields=["a","b"]`; jumps are shown as the place that they go to, counted from the start of the code. */
export function disassemble({ code, start, strings, end = code.length }: Listed): string[] {
  const lines: string[] = [];
  for (let ins = start; ins < end; ins = nextInstruction(code, ins)) {
    const instruction = instructionTable[code[ins]!];
    if (instruction === undefined) throw new Error(`${ins - start}: no instruction has the number ${code[ins]}`);
    const operands = Object.entries(instruction.operands).map(
      ([name, kind], i) => `${name}=${shown(kind, { code, start, strings, ins, operand: ins + 1 + i })}`,
    );
    lines.push([`${ins - start}:`, instruction.name, ...operands].join(' '));
  }
  return lines;
}

interface Place extends Listed {
  readonly ins: number;
  readonly operand: number;
}

function shown(kind: OperandKind, { code, start, strings, ins, operand }: Place): string {
  const value = code[operand]!;
  switch (kind) {
    case 'string':
      return JSON.stringify(strings[value]);
    case 'strings':
      return JSON.stringify(Array.from({ length: value }, (_, i) => strings[code[operand + 1 + i]!]));
    case 'jump':
      return `@${ins - start + value}`;
    case 'constant':
      return `#${value}`;
  }
  return String(value);
}
