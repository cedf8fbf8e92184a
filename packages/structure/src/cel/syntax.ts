/**
 * Syntax of the Common Expression Language as agentgateway parses it. Only the syntax is checked: the proxy
 * accepts unknown variables and functions when it loads a configuration.
 */

import type { CelLiteral, CelNode } from './tree.js';

/** Why an expression cannot be parsed. `at` is the offset of the error in the expression, in UTF-16 code units. */
export interface CelError {
  readonly at: number;
  readonly message: string;
}

/** A token of an expression. `at` is its offset in UTF-16 code units. */
export interface Token {
  readonly type: 'op' | 'name' | 'escaped' | 'literal' | 'end';
  readonly text: string;
  readonly at: number;
}

/** Checks the syntax of an expression. Returns undefined if the syntax is valid. */
export function checkCel(text: string): CelError | undefined {
  const read = readCel(text);
  return read instanceof CelSyntaxError ? { at: read.at, message: read.message } : undefined;
}

/** The tree of an expression; undefined if its syntax is wrong. */
export function parseCel(text: string): CelNode | undefined {
  const read = readCel(text);
  return read instanceof CelSyntaxError ? undefined : read;
}

/** What was read last. The check of the structure, rules, and the next check of a document read the same texts. */
const known = new Map<string, CelNode | CelSyntaxError>();
const maxKnown = 2_000;
const maxKnownLength = 1_000;

function readCel(text: string): CelNode | CelSyntaxError {
  if (text.length > maxKnownLength) return readNew(text);
  const read = known.get(text) ?? readNew(text);
  if (known.size >= maxKnown) known.clear();
  known.set(text, read);
  return read;
}

function readNew(text: string): CelNode | CelSyntaxError {
  try {
    return new CelParser(tokenize(text)).whole();
  } catch (error) {
    if (error instanceof CelSyntaxError) return error;
    throw error;
  }
}

/** A syntax error in an expression. */
export class CelSyntaxError extends Error {
  override name = 'CelSyntaxError';
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const escapeSequence = String.raw`\\(?:[abfnrtv"'\\?${'`'}]|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2})`;
const strings = [
  String.raw`[rR]"""[\s\S]*?"""`,
  String.raw`[rR]'''[\s\S]*?'''`,
  String.raw`[rR]"[^"\n\r]*"`,
  String.raw`[rR]'[^'\n\r]*'`,
  String.raw`"""(?:${escapeSequence}|[^\\])*?"""`,
  String.raw`'''(?:${escapeSequence}|[^\\])*?'''`,
  String.raw`"(?:${escapeSequence}|[^\\"\n\r])*"`,
  String.raw`'(?:${escapeSequence}|[^\\'\n\r])*'`,
].join('|');
const numbers = String.raw`(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?|(?:0x[\da-fA-F]+|\d+)[uU]?)`;
const scanner = new RegExp(
  [
    String.raw`(?<space>(?:[\t \r\n\f]+|//[^\n]*))`,
    `(?<literal>[bB]?(?:${strings})|${numbers})`,
    '(?<name>[A-Za-z_][A-Za-z0-9_]*)',
    '(?<escaped>`[A-Za-z0-9_./ -]+`)',
    String.raw`(?<op>==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%])`,
  ].join('|'),
  'y',
);

/**
 * Splits an expression into tokens, without spaces and comments. The last token has the type `end`.
 *
 * @throws CelSyntaxError if the text cannot be split into CEL tokens.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  scanner.lastIndex = 0;
  while (scanner.lastIndex < text.length) {
    const at = scanner.lastIndex;
    const match = scanner.exec(text);
    if (match === null) throw new CelSyntaxError(unreadable(text, at), at);
    const { space, literal, name, escaped } = match.groups!;
    if (space !== undefined) continue;
    const type = literal !== undefined ? 'literal' : name !== undefined ? 'name' : escaped !== undefined ? 'escaped' : 'op';
    tokens.push({ type, text: match[0], at });
  }
  tokens.push({ type: 'end', text: '', at: text.length });
  return tokens;
}

function unreadable(text: string, at: number): string {
  const char = String.fromCodePoint(text.codePointAt(at)!);
  if (char === '"' || char === "'") return 'the string that starts here has no end, or contains a wrong escape';
  if (char === '=') return '"=" is not an operator; equality is "=="';
  if (char === '&' || char === '|') return `"${char}" is not an operator; the operator is "${char}${char}"`;
  return `"${char}" means nothing here`;
}

/** What is wrong with a number or string literal; `negative` if a minus sign precedes it. */
function literalProblem(text: string, negative: boolean): string | undefined {
  if (/^[\d.]/.test(text)) return numberProblem(text, negative);
  if (/^[rRbB]/.test(text)) return undefined;
  for (const [, four, eight] of text.matchAll(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|[\s\S])/g)) {
    const code = Number.parseInt(four ?? eight ?? '0', 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return 'an escape in this string names no character';
  }
  return undefined;
}

function numberProblem(text: string, negative: boolean): string | undefined {
  if (!/^0x/i.test(text) && /[.eE]/.test(text)) return Number.isFinite(Number(text)) ? undefined : `${text} is too large a number`;
  const unsigned = /u$/i.test(text);
  const value = BigInt(text.replace(/u$/i, ''));
  const most = unsigned ? 2n ** 64n - 1n : negative ? 2n ** 63n : 2n ** 63n - 1n;
  return value > most ? `${text} is too large a whole number` : undefined;
}

const escapes: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The value of a literal. The text of bytes is kept as it is written. */
function literalValue(text: string): CelLiteral {
  if (/^[\d.]/.test(text)) {
    if (!/^0x/i.test(text) && /[.eE]/.test(text)) return { value: Number(text), of: 'double' };
    const unsigned = /u$/i.test(text);
    return { value: Number(text.replace(/u$/i, '')), of: unsigned ? 'uint' : 'int' };
  }
  const [, prefix, quoted] = /^([bBrR]*)([\s\S]*)$/.exec(text)!;
  const quotes = /^("""|''')/.test(quoted!) ? 3 : 1;
  const inner = quoted!.slice(quotes, -quotes);
  const of = /b/i.test(prefix!) ? 'bytes' : 'string';
  return { value: /r/i.test(prefix!) ? inner : unescaped(inner), of };
}

const unescaped = (inner: string): string =>
  inner.replace(
    /\\(?:[xX]([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|([\s\S]))/g,
    (_, hex, four, eight, octal, one: string) => {
      const digits: string | undefined = hex ?? four ?? eight;
      if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16));
      return octal === undefined ? (escapes[one] ?? one) : String.fromCodePoint(Number.parseInt(octal, 8));
    },
  );

/** Macros over lists, with the numbers of arguments that they accept. The first argument is the name of a variable. */
const listMacros: Readonly<Record<string, readonly number[]>> = Object.assign(Object.create(null), {
  exists: [2],
  all: [2],
  exists_one: [2],
  existsOne: [2],
  map: [2, 3],
  filter: [2],
});

const relations = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
const reserved = new Set(['in', 'true', 'false', 'null']);
const maxDepth = 90;

class CelParser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): CelNode {
    const node = this.#expression();
    if (this.#token.type !== 'end') this.#fail(`"${this.#token.text}" stands where the expression should end`);
    return node;
  }

  get #token(): Token {
    return this.#tokens[this.#position]!;
  }

  #is(text: string): boolean {
    return (this.#token.type === 'op' || this.#token.type === 'name') && this.#token.text === text;
  }

  #take(text: string): boolean {
    const found = this.#is(text);
    if (found) this.#position++;
    return found;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail(`"${text}" is missing here`);
  }

  #fail(message: string): never {
    throw new CelSyntaxError(message, this.#token.at);
  }

  #expression(): CelNode {
    if (++this.#depth > maxDepth) this.#fail('the expression is nested too deeply');
    let node = this.#or();
    if (this.#take('?')) {
      const then = this.#or();
      this.#expect(':');
      node = { type: 'ternary', at: node.at, condition: node, then, otherwise: this.#expression() };
    }
    this.#depth--;
    return node;
  }

  #or(): CelNode {
    return this.#binary(['||'], () => this.#and());
  }

  #and(): CelNode {
    return this.#binary(['&&'], () => this.#relation());
  }

  #relation(): CelNode {
    let node = this.#sum();
    while (relations.has(this.#token.text) && this.#token.type !== 'literal') {
      const op = this.#token.text;
      this.#position++;
      node = { type: 'binary', op, at: node.at, left: node, right: this.#sum() };
    }
    return node;
  }

  #sum(): CelNode {
    return this.#binary(['+', '-'], () => this.#product());
  }

  #product(): CelNode {
    return this.#binary(['*', '/', '%'], () => this.#unary());
  }

  #binary(operators: readonly string[], operand: () => CelNode): CelNode {
    let node = operand();
    for (let op = operators.find(text => this.#take(text)); op !== undefined; op = operators.find(text => this.#take(text)))
      node = { type: 'binary', op, at: node.at, left: node, right: operand() };
    return node;
  }

  #unary(): CelNode {
    const { at } = this.#token;
    const op = this.#is('!') ? '!' : '-';
    let count = 0;
    while (this.#take(op)) count++;
    let node = this.#member();
    for (; count > 0; count--) node = { type: 'unary', op, at, operand: node };
    return node;
  }

  #member(): CelNode {
    let node = this.#primary();
    for (;;) {
      if (this.#take('.')) node = this.#select(node);
      else if (this.#take('[')) {
        const optional = this.#take('?');
        const index = this.#expression();
        this.#expect(']');
        node = { type: 'index', at: node.at, operand: node, index, optional };
      } else return node;
    }
  }

  #select(operand: CelNode): CelNode {
    const optional = this.#take('?');
    const { type, text, at } = this.#token;
    this.#identifier();
    if (optional || type === 'escaped' || !this.#take('('))
      return { type: 'select', at: operand.at, operand, field: type === 'escaped' ? text.slice(1, -1) : text, fieldAt: at, optional };
    const args = this.#list(')', false);
    const [first] = args;
    if (first !== undefined && first.type !== 'name' && listMacros[text]?.includes(args.length) === true)
      throw new CelSyntaxError(`the first argument of ${text}() is the name of a variable`, first.at);
    return { type: 'call', at, name: text, target: operand, args };
  }

  #identifier(): void {
    const { type, text } = this.#token;
    if (type === 'escaped') this.#position++;
    else this.#name(type, text);
  }

  #name(type: Token['type'], text: string): void {
    if (type !== 'name' || reserved.has(text)) this.#fail('a name is missing here');
    this.#position++;
  }

  #primary(): CelNode {
    const { type, text, at } = this.#token;
    if (this.#take('(')) {
      const node = this.#expression();
      this.#expect(')');
      return node;
    }
    if (type === 'literal') return this.#literal(text, at);
    if (type === 'name' && ['true', 'false', 'null'].includes(text)) {
      this.#position++;
      return { type: 'literal', at, value: text === 'null' ? null : text === 'true', of: text === 'null' ? 'null' : 'bool' };
    }
    if (this.#take('[')) return { type: 'list', at, items: this.#list(']', true) };
    if (this.#take('{')) return { type: 'map', at, entries: this.#entries() };
    return this.#global();
  }

  #global(): CelNode {
    this.#take('.');
    const { type, text, at } = this.#token;
    if (type !== 'name' || reserved.has(text))
      this.#fail(type === 'end' ? 'the expression ends where a value should be' : `a value is missing before "${text}"`);
    this.#position++;
    if (this.#take('(')) return this.#call(text, at);
    if (this.#isMessage()) return { type: 'map', at, entries: this.#message() };
    return { type: 'name', at, name: text };
  }

  #call(name: string, at: number): CelNode {
    const args = this.#list(')', false);
    const [first, ...more] = args;
    if (name === 'has' && first !== undefined && more.length === 0 && !(first.type === 'select' && !first.optional))
      throw new CelSyntaxError('has() asks for a field, such as has(jwt.sub)', first.at);
    return { type: 'call', at, name, target: undefined, args };
  }

  #literal(text: string, at: number): CelNode {
    const problem = literalProblem(text, this.#tokens[this.#position - 1]?.text === '-');
    if (problem !== undefined) this.#fail(problem);
    this.#position++;
    return { type: 'literal', at, ...literalValue(text) };
  }

  /** Whether the name of a message and an opening brace follow: `.a.b{`. */
  #isMessage(): boolean {
    let ahead = this.#position;
    while (this.#tokens[ahead]?.text === '.' && this.#tokens[ahead + 1]?.type === 'name') ahead += 2;
    return this.#tokens[ahead]?.text === '{' && this.#tokens[ahead]?.type === 'op';
  }

  #message(): (readonly [CelNode, CelNode])[] {
    const found: (readonly [CelNode, CelNode])[] = [];
    while (this.#take('.')) this.#identifier();
    this.#expect('{');
    while (!this.#take('}')) {
      this.#take('?');
      const { text, at } = this.#token;
      this.#identifier();
      this.#expect(':');
      found.push([{ type: 'literal', at, value: text, of: 'string' }, this.#expression()]);
      if (!this.#take(',') && !this.#is('}')) this.#fail('"," or "}" is missing here');
    }
    return found;
  }

  #list(close: string, optionals: boolean): CelNode[] {
    const found: CelNode[] = [];
    if (this.#take(close)) return found;
    do {
      if (optionals && this.#is(close)) break;
      if (optionals) this.#take('?');
      found.push(this.#expression());
    } while (this.#take(','));
    this.#expect(close);
    return found;
  }

  #entries(): (readonly [CelNode, CelNode])[] {
    const found: (readonly [CelNode, CelNode])[] = [];
    if (this.#take('}')) return found;
    do {
      if (this.#is('}')) break;
      this.#take('?');
      const key = this.#expression();
      this.#expect(':');
      found.push([key, this.#expression()]);
    } while (this.#take(','));
    this.#expect('}');
    return found;
  }
}
