/** Whether one condition holds whenever another does. What is not known is no. An expression that fails counts as false, as in the proxy. */
import { type CelNode, celParts, celPath } from './tree.js';

/** Parts of both sides that are compared with each other at most, so that the work is bounded. */
const maxSteps = 4000;

/** Whether `wide` holds for every request for which `narrow` holds. */
export function celImplies(narrow: CelNode, wide: CelNode): boolean {
  return new Comparison().implies(narrow, wide);
}

/** The two sides of a junction; undefined for anything else. */
const sidesOf = (node: CelNode, op: '&&' | '||'): readonly [CelNode, CelNode] | undefined =>
  node.type === 'binary' && node.op === op ? [node.left, node.right] : undefined;

/** `a in [x, y]` as `a == x` and `a == y`; undefined for anything else. */
function oneByOne(node: CelNode): CelNode[] | undefined {
  if (node.type !== 'binary' || node.op !== 'in' || node.right.type !== 'list' || node.right.items.length === 0) return undefined;
  return node.right.items.map(item => ({ ...node, op: '==', right: item }));
}

class Comparison {
  #steps = 0;

  implies(narrow: CelNode, wide: CelNode): boolean {
    this.#steps += 1;
    if (this.#steps > maxSteps) return false;
    const [each, some] = [oneByOne(narrow), oneByOne(wide)];
    if (each !== undefined) return each.every(part => this.implies(part, wide));
    if (some?.some(part => this.implies(narrow, part)) === true) return true;
    const [either, all, oneOf] = [sidesOf(narrow, '||'), sidesOf(wide, '&&'), sidesOf(wide, '||')];
    if (either !== undefined) return either.every(part => this.implies(part, wide));
    if (all !== undefined) return all.every(part => this.implies(narrow, part));
    if (oneOf?.some(part => this.implies(narrow, part)) === true) return true;
    if (sidesOf(narrow, '&&')?.some(part => this.implies(part, wide)) === true) return true;
    return isSame(narrow, wide) || atomImplies(narrow, wide);
  }
}

/** Whether two expressions are written alike, apart from blanks and quotes. */
function isSame(one: CelNode, other: CelNode): boolean {
  const [a, b] = [celPath(one), celPath(other)];
  if (a !== undefined || b !== undefined) return a !== undefined && b !== undefined && key(a) === key(b);
  if (one.type !== other.type || labelOf(one) !== labelOf(other)) return false;
  const [mine, theirs] = [celParts(one), celParts(other)];
  return mine.length === theirs.length && mine.every((part, index) => isSame(part, theirs[index]!));
}

const key = (path: readonly string[]): string => JSON.stringify(path);

function labelOf(node: CelNode): string {
  if (node.type === 'literal') return JSON.stringify([node.of, node.value]);
  if (node.type === 'call') return JSON.stringify([node.name, node.target !== undefined]);
  if (node.type === 'unary' || node.type === 'binary') return node.op;
  return node.type === 'select' ? JSON.stringify([node.field, node.optional]) : '';
}

/** What a test says about the value of a path: the text that it is, begins with, ends with or contains. */
interface TextTest {
  readonly path: string;
  readonly kind: 'is' | 'isNot' | 'startsWith' | 'endsWith' | 'contains' | 'exists';
  readonly text: string;
}

const textTests: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains']);

const textOf = (node: CelNode | undefined): string | undefined =>
  node?.type === 'literal' && typeof node.value === 'string' ? node.value : undefined;

function textTest(node: CelNode): TextTest | undefined {
  if (node.type === 'call') return calledTest(node);
  if (node.type !== 'binary') return undefined;
  const [left, right] = [celPath(node.left), celPath(node.right)];
  if (node.op === 'in') {
    if (node.left.type === 'literal' && typeof node.left.value === 'string' && right !== undefined)
      return { path: key([...right, node.left.value]), kind: 'exists', text: '' };
    return undefined;
  }
  if (node.op !== '==' && node.op !== '!=') return undefined;
  const [path, literal] = left === undefined ? [right, node.left] : [left, node.right];
  const found = textOf(literal);
  return path === undefined || found === undefined ? undefined : { path: key(path), kind: node.op === '==' ? 'is' : 'isNot', text: found };
}

function calledTest({ name, target, args }: Extract<CelNode, { type: 'call' }>): TextTest | undefined {
  const subject = target ?? args[0];
  const path = subject === undefined ? undefined : celPath(subject);
  if (path === undefined) return undefined;
  if (target === undefined) return name === 'has' ? { path: key(path), kind: 'exists', text: '' } : undefined;
  const found = args.length === 1 ? textOf(args[0]) : undefined;
  return textTests.has(name) && found !== undefined ? { path: key(path), kind: name as TextTest['kind'], text: found } : undefined;
}

const fits = (kind: TextTest['kind'], text: string, part: string): boolean =>
  kind === 'startsWith' ? text.startsWith(part) : kind === 'endsWith' ? text.endsWith(part) : text.includes(part);

function atomImplies(narrow: CelNode, wide: CelNode): boolean {
  const [mine, other] = [textTest(narrow), textTest(wide)];
  if (mine !== undefined && other !== undefined) return mine.path === other.path && textImplies(mine, other);
  const [number, limit] = [numberTest(narrow), numberTest(wide)];
  return number !== undefined && limit !== undefined && number.path === limit.path && numberImplies(number, limit);
}

function textImplies(mine: TextTest, other: TextTest): boolean {
  if (other.kind === 'exists') return mine.kind !== 'isNot';
  if (mine.kind === 'is') {
    if (other.kind === 'is') return mine.text === other.text;
    return other.kind === 'isNot' ? mine.text !== other.text : fits(other.kind, mine.text, other.text);
  }
  if (mine.kind === 'isNot' || mine.kind === 'exists' || other.kind === 'is') return false;
  if (other.kind === 'isNot') return !fits(mine.kind, other.text, mine.text);
  return (other.kind === mine.kind || other.kind === 'contains') && fits(other.kind, mine.text, other.text);
}

interface NumberTest {
  readonly path: string;
  readonly op: string;
  readonly value: number;
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' };

function numberTest(node: CelNode): NumberTest | undefined {
  if (node.type !== 'binary') return undefined;
  const isMirrored = node.left.type === 'literal';
  const [subject, literal] = isMirrored ? [node.right, node.left] : [node.left, node.right];
  const op = isMirrored ? mirrored[node.op] : node.op;
  const path = celPath(subject);
  if (op === undefined || mirrored[op] === undefined || path === undefined) return undefined;
  return literal.type === 'literal' && typeof literal.value === 'number' ? { path: key(path), op, value: literal.value } : undefined;
}

function numberImplies(mine: NumberTest, other: NumberTest): boolean {
  const holds: Readonly<Record<string, boolean>> = {
    '<': mine.value < other.value,
    '<=': mine.value <= other.value,
    '>': mine.value > other.value,
    '>=': mine.value >= other.value,
    '==': mine.value === other.value,
    '!=': mine.value !== other.value,
  };
  if (mine.op === '==') return holds[other.op]!;
  if (mine.op === '!=') return other.op === '!=' && mine.value === other.value;
  if (mine.op[0] !== other.op[0]) return false;
  const isStricter = mine.op.length === 1 || other.op.length === 2;
  return mine.op[0] === '<' ? holds[isStricter ? '<=' : '<']! : holds[isStricter ? '>=' : '>']!;
}
