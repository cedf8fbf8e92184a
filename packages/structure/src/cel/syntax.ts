/**
 * Syntax of the Common Expression Language as agentgateway parses it. Only the syntax is checked: the proxy
 * accepts unknown variables and functions when it loads a configuration.
 */

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
  try {
    const parser = new CelParser(tokenize(text));
    parser.whole();
    return undefined;
  } catch (error) {
    if (error instanceof CelSyntaxError) return { at: error.at, message: error.message };
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
  if (char === '"' || char === "'") return 'the string that starts here has no end, or holds a wrong escape';
  if (char === '=') return '"=" is no operator; equality is "=="';
  if (char === '&' || char === '|') return `"${char}" is no operator; the operator is "${char}${char}"`;
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

/** The kinds of expressions that macros distinguish: a plain name, a field access, or anything else. */
type ExpressionKind = 'name' | 'field' | 'other';

/** Macros over lists, with the numbers of arguments that they accept. The first argument is the name of a variable. */
const listMacros: Readonly<Record<string, readonly number[]>> = Object.assign(Object.create(null), {
  exists: [2],
  all: [2],
  exists_one: [2],
  existsOne: [2],
  map: [2, 3],
  filter: [2],
});

interface Argument {
  readonly kind: ExpressionKind;
  readonly at: number;
}

const relations = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
const reserved = new Set(['in', 'true', 'false', 'null']);
const maxDepth = 90;

class CelParser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;
  /** The kind of the expression that was parsed last. */
  #kind: ExpressionKind = 'other';

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): void {
    this.#expression();
    if (this.#token.type !== 'end') this.#fail(`"${this.#token.text}" stands where the expression should end`);
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

  #expression(): void {
    if (++this.#depth > maxDepth) this.#fail('the expression is nested too deeply');
    this.#or();
    if (this.#take('?')) {
      this.#or();
      this.#expect(':');
      this.#expression();
      this.#kind = 'other';
    }
    this.#depth--;
  }

  #or(): void {
    this.#and();
    while (this.#take('||')) this.#operand(() => this.#and());
  }

  #and(): void {
    this.#relation();
    while (this.#take('&&')) this.#operand(() => this.#relation());
  }

  #relation(): void {
    this.#sum();
    while (relations.has(this.#token.text) && this.#token.type !== 'literal') {
      this.#position++;
      this.#operand(() => this.#sum());
    }
  }

  #sum(): void {
    this.#product();
    while (this.#take('+') || this.#take('-')) this.#operand(() => this.#product());
  }

  #product(): void {
    this.#unary();
    while (this.#take('*') || this.#take('/') || this.#take('%')) this.#operand(() => this.#unary());
  }

  #unary(): void {
    const sign = this.#is('!') ? '!' : '-';
    const start = this.#position;
    while (this.#take(sign));
    const signed = this.#position > start;
    this.#member();
    if (signed) this.#kind = 'other';
  }

  #member(): void {
    this.#primary();
    for (;;) {
      if (this.#take('.')) this.#select();
      else if (this.#take('[')) {
        this.#take('?');
        this.#expression();
        this.#expect(']');
        this.#kind = 'other';
      } else return;
    }
  }

  #select(): void {
    const optional = this.#take('?');
    const escaped = this.#token.type === 'escaped';
    const name = this.#token.text;
    this.#identifier();
    this.#kind = optional ? 'other' : 'field';
    if (optional || escaped || !this.#take('(')) return;
    const [first, ...more] = this.#list(')', false);
    if (first !== undefined && first.kind !== 'name' && listMacros[name]?.includes(more.length + 1) === true)
      throw new CelSyntaxError(`the first argument of ${name}() is the name of a variable`, first.at);
    this.#kind = 'other';
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

  #primary(): void {
    const { type, text } = this.#token;
    if (this.#take('(')) {
      this.#expression();
      this.#expect(')');
      return;
    }
    if (type === 'literal') this.#literal(text);
    else if (type === 'name' && ['true', 'false', 'null'].includes(text)) this.#position++;
    else if (this.#take('[')) this.#list(']', true);
    else if (this.#take('{')) this.#entries();
    else {
      this.#global();
      return;
    }
    this.#kind = 'other';
  }

  #global(): void {
    this.#take('.');
    const { type, text } = this.#token;
    if (type !== 'name' || reserved.has(text))
      this.#fail(type === 'end' ? 'the expression ends where a value should be' : `a value is missing before "${text}"`);
    this.#position++;
    this.#kind = 'name';
    if (this.#take('(')) this.#call(text);
    else if (this.#isMessage()) {
      this.#message();
      this.#kind = 'other';
    }
  }

  #call(name: string): void {
    const [first, ...more] = this.#list(')', false);
    const isHas = name === 'has' && first !== undefined && more.length === 0;
    if (isHas && first.kind !== 'field') throw new CelSyntaxError('has() asks for a field, such as has(jwt.sub)', first.at);
    this.#kind = isHas ? 'field' : 'other';
  }

  #literal(text: string): void {
    const problem = literalProblem(text, this.#tokens[this.#position - 1]?.text === '-');
    if (problem !== undefined) this.#fail(problem);
    this.#position++;
  }

  /** Parses the right operand of an operator. */
  #operand(parse: () => void): void {
    parse();
    this.#kind = 'other';
  }

  /** Whether the name of a message and an opening brace follow: `.a.b{`. */
  #isMessage(): boolean {
    let ahead = this.#position;
    while (this.#tokens[ahead]?.text === '.' && this.#tokens[ahead + 1]?.type === 'name') ahead += 2;
    return this.#tokens[ahead]?.text === '{' && this.#tokens[ahead]?.type === 'op';
  }

  #message(): void {
    while (this.#take('.')) this.#identifier();
    this.#expect('{');
    while (!this.#take('}')) {
      this.#take('?');
      this.#identifier();
      this.#expect(':');
      this.#expression();
      if (!this.#take(',') && !this.#is('}')) this.#fail('"," or "}" is missing here');
    }
  }

  #list(close: string, optionals: boolean): Argument[] {
    const found: Argument[] = [];
    if (this.#take(close)) return found;
    do {
      if (optionals && this.#is(close)) break;
      if (optionals) this.#take('?');
      const { at } = this.#token;
      this.#expression();
      found.push({ kind: this.#kind, at });
    } while (this.#take(','));
    this.#expect(close);
    return found;
  }

  #entries(): void {
    if (this.#take('}')) return;
    do {
      if (this.#is('}')) break;
      this.#take('?');
      this.#expression();
      this.#expect(':');
      this.#expression();
    } while (this.#take(','));
    this.#expect('}');
  }
}
