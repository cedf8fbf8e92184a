/**
 * What is known about the value of an expression without evaluating it. The outcome of a condition is a set of the three that are
 * possible: true, false, and an error, which agentgateway treats as false.
 */
import { type CelNode, celPath } from './tree.js';

export type CelType = 'bool' | 'string' | 'number' | 'bytes' | 'list' | 'map' | 'null' | 'timestamp' | 'duration';

export const yes = 1;
export const no = 2;
export const fails = 4;
const unknown = yes | no | fails;

/** What is known about variables and functions. */
export interface CelWorld {
  /** The type of a path such as `request.method`. */
  readonly typeOf: (path: readonly string[]) => CelType | undefined;
  /** The type of the result of a function. */
  readonly resultOf: (name: string) => CelType | undefined;
  /** Why a path never equals a text, never starts with it, or never has it as a part; undefined if it may. */
  readonly excludes: (path: readonly string[], test: '==' | 'startsWith' | 'part', text: string) => string | undefined;
  /** The smallest and largest number that a path has. */
  readonly range: (path: readonly string[]) => readonly [number, number] | undefined;
  /** Why an expression always fails, such as an unknown variable; undefined if it may succeed. */
  readonly broken: (node: CelNode) => boolean;
}

/** A comparison that has the same result for every request. */
export interface CelConstant {
  readonly at: number;
  readonly message: string;
}

export interface CelJudgement {
  /** Which of `yes`, `no` and `fails` are possible. Of a value that is no condition: all. */
  readonly outcomes: number;
  readonly type: CelType | undefined;
  readonly constants: readonly CelConstant[];
}

/** Judges an expression. */
export function judgeCel(tree: CelNode, world: CelWorld): CelJudgement {
  const judge = new Judge(world);
  const outcomes = judge.outcomes(tree);
  return { outcomes, type: judge.typeOf(tree), constants: judge.constants };
}

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);
const negated: Readonly<Record<string, string>> = { '==': '!=', '!=': '==' };

class Judge {
  readonly constants: CelConstant[] = [];
  readonly #world: CelWorld;
  constructor(world: CelWorld) {
    this.#world = world;
  }

  outcomes(node: CelNode): number {
    if (this.#world.broken(node)) return fails;
    switch (node.type) {
      case 'literal':
        return node.value === true ? yes : node.value === false ? no : fails;
      case 'unary':
        return node.op === '!' ? not(this.outcomes(node.operand)) : fails;
      case 'binary':
        return this.#binary(node);
      case 'ternary':
        return this.#ternary(node);
      case 'call':
        return this.#call(node);
      case 'list':
      case 'map':
        return fails;
      default:
        return this.typeOf(node) === undefined || this.typeOf(node) === 'bool' ? unknown : fails;
    }
  }

  typeOf(node: CelNode): CelType | undefined {
    const path = celPath(node);
    if (path !== undefined) return this.#world.typeOf(path);
    switch (node.type) {
      case 'literal':
        return node.of === 'int' || node.of === 'uint' || node.of === 'double' ? 'number' : node.of;
      case 'unary':
        return node.op === '!' ? 'bool' : 'number';
      case 'binary':
        return comparisons.has(node.op) || node.op === '&&' || node.op === '||' ? 'bool' : this.#sum(node.op, node.left, node.right);
      case 'ternary':
        return this.typeOf(node.then) === this.typeOf(node.otherwise) ? this.typeOf(node.then) : undefined;
      case 'call':
        return node.name === 'default' && node.args.length === 2 ? undefined : this.#world.resultOf(node.name);
      case 'list':
      case 'map':
        return node.type;
      default:
        return undefined;
    }
  }

  #sum(op: string, left: CelNode, right: CelNode): CelType | undefined {
    const [a, b] = [this.typeOf(left), this.typeOf(right)];
    if (a === 'string' || b === 'string') return op === '+' ? 'string' : undefined;
    return a === 'number' && b === 'number' ? 'number' : undefined;
  }

  #ternary({ condition, then, otherwise }: Extract<CelNode, { type: 'ternary' }>): number {
    const chosen = this.outcomes(condition);
    let result = (chosen & fails) === 0 ? 0 : fails;
    if ((chosen & yes) !== 0) result |= this.outcomes(then);
    if ((chosen & no) !== 0) result |= this.outcomes(otherwise);
    return result;
  }

  #binary(node: Extract<CelNode, { type: 'binary' }>): number {
    const { op, left, right } = node;
    if (op === '&&' || op === '||') return this.#junction(node);
    if (!comparisons.has(op)) return fails;
    const constant = this.#compared(node);
    if (constant === undefined) return unknown;
    this.constants.push({ at: left.at, message: constant.message });
    const found = (op === '!=') === constant.equal ? no : yes;
    return (constant.error === true ? fails : found) | (this.#isPlain(left) && this.#isPlain(right) ? 0 : fails);
  }

  #isPlain = (node: CelNode): boolean => node.type === 'literal';

  #junction(node: Extract<CelNode, { type: 'binary' }>): number {
    const [a, b] = [this.outcomes(node.left), this.outcomes(node.right)];
    let result = 0;
    for (const x of [yes, no, fails]) for (const y of [yes, no, fails]) if ((a & x) !== 0 && (b & y) !== 0) result |= joined(node.op, x, y);
    const clash = this.#clash(node) ?? apart(node);
    if (clash === undefined) return result;
    this.constants.push({ at: node.at, message: clash });
    return node.op === '&&' ? result & ~yes : result & ~no;
  }

  /** `x == "a" && x == "b"`, which never holds, and `x != "a" || x != "b"`, which always does. */
  #clash({ op, left, right }: Extract<CelNode, { type: 'binary' }>): string | undefined {
    const wanted = op === '&&' ? '==' : '!=';
    const mine = equalities(right, op, wanted);
    for (const [path, value] of equalities(left, op, wanted)) {
      const other = mine.find(([name, text]) => name === path && text !== value);
      if (other === undefined) continue;
      return op === '&&'
        ? `${path} cannot be ${value} and ${other[1]} at once: this never holds`
        : `${path} is always different from ${value} or from ${other[1]}: this always holds`;
    }
    return undefined;
  }

  /** A comparison whose result is known. `equal` is the result of `==`, or of the comparison itself for other operators. */
  #compared(node: Extract<CelNode, { type: 'binary' }>): { equal: boolean; error?: true; message: string } | undefined {
    const { op, left, right } = node;
    if (op === 'in') return this.#contained(left, right);
    const [a, b] = [celPath(left), celPath(right)];
    if (a !== undefined && b !== undefined && a.join('.') === b.join('.'))
      return { equal: op === '==' || op === '!=' || op.endsWith('='), message: `${a.join('.')} is compared with itself` };
    return this.#withLiteral(op, left, right) ?? this.#withLiteral(mirrored[op] ?? op, right, left) ?? this.#byType(op, left, right);
  }

  #byType(op: string, left: CelNode, right: CelNode): { equal: boolean; error?: true; message: string } | undefined {
    const [a, b] = [this.typeOf(left), this.typeOf(right)];
    if (a === undefined || b === undefined || a === b || a === 'null' || b === 'null') return undefined;
    if ((a === 'string' && b === 'bytes') || (a === 'bytes' && b === 'string')) return undefined;
    const message = `${shown(left)} is ${celTypeText[a]} and ${shown(right)} is ${celTypeText[b]}`;
    return op === '==' || op === '!='
      ? { equal: false, message: `${message}: they are never equal` }
      : { equal: false, error: true, message: `${message}: they cannot be compared` };
  }

  #withLiteral(op: string, subject: CelNode, literal: CelNode): { equal: boolean; message: string } | undefined {
    if (literal.type !== 'literal') return undefined;
    const { value } = literal;
    const path = celPath(subject);
    if (typeof value === 'string' && (op === '==' || op === '!=')) {
      const reason = path === undefined ? cased(subject, value) : this.#world.excludes(path, '==', value);
      return reason === undefined ? undefined : { equal: false, message: reason };
    }
    const range = path === undefined ? sizeRange(subject) : this.#world.range(path);
    return typeof value === 'number' && range !== undefined ? ranged(op, subject, value, range) : undefined;
  }

  #contained(left: CelNode, right: CelNode): { equal: boolean; error?: true; message: string } | undefined {
    const of = this.typeOf(right);
    if (of === 'string' || of === 'number' || of === 'bool')
      return {
        equal: false,
        error: true,
        message: `"in" looks into a list or a map, and ${shown(right)} is ${celTypeText[of]}: use contains()`,
      };
    if (left.type === 'list' && (right.type !== 'list' || right.items.every(item => item.type === 'literal')))
      return { equal: false, message: '"in" looks for the whole list as one item: the list on the left is never found' };
    if (right.type !== 'list') return undefined;
    if (right.items.length === 0) return { equal: false, message: 'nothing is in an empty list' };
    const path = celPath(left);
    const reasons = right.items.map(item => {
      if (item.type !== 'literal') return undefined;
      const text = typeof item.value === 'string' && path !== undefined ? this.#world.excludes(path, '==', item.value) : undefined;
      return text ?? this.#byType('==', left, item)?.message;
    });
    const found = reasons.filter(reason => reason !== undefined);
    if (found.length === 0) return undefined;
    if (found.length < reasons.length) {
      this.constants.push({ at: left.at, message: found[0]! });
      return undefined;
    }
    return { equal: false, message: found[0]! };
  }

  #call(node: Extract<CelNode, { type: 'call' }>): number {
    const { name, target, args } = node;
    for (const part of [...(target === undefined ? [] : [target]), ...args]) this.#inside(part);
    const [first] = args;
    const path = target === undefined ? undefined : celPath(target);
    const test = name === 'startsWith' ? name : 'part';
    if (
      /^(?:startsWith|endsWith|contains)$/.test(name) &&
      path !== undefined &&
      first?.type === 'literal' &&
      typeof first.value === 'string'
    ) {
      const reason = this.#world.excludes(path, test, first.value);
      if (reason !== undefined) this.constants.push({ at: target!.at, message: reason });
      return reason === undefined ? unknown : no | fails;
    }
    if (target?.type === 'list' && target.items.length === 0 && (name === 'exists' || name === 'all')) return name === 'all' ? yes : no;
    const type = this.typeOf(node);
    return type === undefined || type === 'bool' ? unknown : fails;
  }

  /** Looks for constant comparisons below a part that is not itself the condition. */
  #inside(node: CelNode): void {
    if (node.type === 'binary' || node.type === 'unary' || node.type === 'ternary') this.outcomes(node);
  }
}

/** What a value of each type is called in messages. */
export const celTypeText: Readonly<Record<CelType, string>> = {
  bool: 'true or false',
  string: 'a string',
  number: 'a number',
  bytes: 'bytes',
  list: 'a list',
  map: 'a map',
  null: 'null',
  timestamp: 'a point in time',
  duration: 'a duration',
};
const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const not = (set: number): number => ((set & yes) !== 0 ? no : 0) | ((set & no) !== 0 ? yes : 0) | (set & fails);

function joined(op: string, a: number, b: number): number {
  const decides = op === '&&' ? no : yes;
  if (a === decides || b === decides) return decides;
  return a === fails || b === fails ? fails : op === '&&' ? yes : no;
}

function shown(node: CelNode): string {
  const path = celPath(node);
  if (path !== undefined) return path.join('.');
  return node.type === 'literal' ? JSON.stringify(node.value) : node.type === 'call' ? `${node.name}()` : 'the other side';
}

/** The comparisons of a path with a text that a chain of one operator joins: path and quoted text. */
function equalities(node: CelNode, op: string, wanted: string): (readonly [string, string])[] {
  if (node.type === 'unary' && node.op === '!' && node.operand.type === 'binary' && negated[node.operand.op] === wanted)
    return equality(node.operand);
  if (node.type !== 'binary') return [];
  if (node.op === op) return [...equalities(node.left, op, wanted), ...equalities(node.right, op, wanted)];
  return node.op === wanted ? equality(node) : [];
}

function equality({ left, right }: Extract<CelNode, { type: 'binary' }>): (readonly [string, string])[] {
  const [subject, literal] = right.type === 'literal' ? [left, right] : [right, left];
  const path = celPath(subject);
  if (path === undefined || literal.type !== 'literal' || literal.value === null) return [];
  return [[path.join('.'), JSON.stringify(literal.value)]];
}

/** `x >= 500 && x < 400`, which never holds, and `x < 500 || x > 400`, which always does. */
function apart(node: Extract<CelNode, { type: 'binary' }>): string | undefined {
  const [mine, others] = [bounds(node.left, node.op), bounds(node.right, node.op)];
  for (const a of mine)
    for (const b of others) {
      if (a.path !== b.path || a.isUpper === b.isUpper) continue;
      const [low, high] = a.isUpper ? [b, a] : [a, b];
      const isEmpty = low.value > high.value || (low.value === high.value && !(low.isClosed && high.isClosed));
      const isAll = low.value < high.value || (low.value === high.value && (low.isClosed || high.isClosed));
      if (node.op === '&&' && isEmpty) return `${a.path} cannot be above ${low.value} and below ${high.value} at once: this never holds`;
      if (node.op === '||' && isAll) return `${a.path} is always above ${low.value} or below ${high.value}: this always holds`;
    }
  return undefined;
}

interface Bound {
  readonly path: string;
  readonly value: number;
  readonly isUpper: boolean;
  /** The bound itself is inside. */
  readonly isClosed: boolean;
}

/** The comparisons of a path with a number that a chain of one operator joins. */
function bounds(node: CelNode, op: string): Bound[] {
  if (node.type !== 'binary') return [];
  if (node.op === op) return [...bounds(node.left, op), ...bounds(node.right, op)];
  const isMirrored = node.left.type === 'literal';
  const [subject, literal] = isMirrored ? [node.right, node.left] : [node.left, node.right];
  const compared = isMirrored ? mirrored[node.op] : node.op;
  const path = celPath(subject);
  if (compared === undefined || !(compared in mirrored) || path === undefined) return [];
  if (literal.type !== 'literal' || typeof literal.value !== 'number') return [];
  return [{ path: path.join('.'), value: literal.value, isUpper: compared.startsWith('<'), isClosed: compared.endsWith('=') }];
}

/** `x.lowerAscii() == "A"`: a text that the function never gives. */
function cased(subject: CelNode, text: string): string | undefined {
  if (subject.type !== 'call') return undefined;
  if (subject.name === 'lowerAscii' && /[A-Z]/.test(text)) return `lowerAscii() never gives "${text}"`;
  return subject.name === 'upperAscii' && /[a-z]/.test(text) ? `upperAscii() never gives "${text}"` : undefined;
}

const sizeRange = (node: CelNode): readonly [number, number] | undefined =>
  node.type === 'call' && node.name === 'size' ? [0, Number.POSITIVE_INFINITY] : undefined;

function ranged(op: string, subject: CelNode, value: number, [least, most]: readonly [number, number]) {
  const results: Readonly<Record<string, readonly [boolean, boolean]>> = {
    '==': [value < least || value > most, false],
    '!=': [value < least || value > most, false],
    '<': [least >= value, most < value],
    '<=': [least > value, most <= value],
    '>': [most <= value, least > value],
    '>=': [most < value, least >= value],
  };
  const [never, always] = results[op] ?? [false, false];
  if (!never && !always) return undefined;
  const span = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `from ${least} to ${most}`;
  return {
    equal: always,
    message: `${shown(subject)} is ${span}: the comparison with ${value} is always ${always || (op === '!=' && never)}`,
  };
}
