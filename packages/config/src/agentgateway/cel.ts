/**
 * Syntax of the Common Expression Language as agentgateway parses it. Only syntax counts: the proxy takes unknown
 * variables and functions when it loads a configuration.
 */

/** Where and why an expression cannot be parsed. `at` is an offset into the expression. */
export interface CelError {
  readonly at: number;
  readonly message: string;
}

interface Token {
  readonly type: 'op' | 'name' | 'escaped' | 'literal' | 'end';
  readonly text: string;
  readonly at: number;
}

/** Checks the syntax of an expression; undefined when it is right. */
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

class CelSyntaxError extends Error {
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

function tokenize(text: string): Token[] {
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

const relations = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
const reserved = new Set(['in', 'true', 'false', 'null']);
const maxDepth = 90;

class CelParser {
  private readonly tokens: readonly Token[];
  private position = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): void {
    this.expression();
    if (this.token.type !== 'end') this.fail(`"${this.token.text}" stands where the expression should end`);
  }

  private get token(): Token {
    return this.tokens[this.position]!;
  }

  private is(text: string): boolean {
    return (this.token.type === 'op' || this.token.type === 'name') && this.token.text === text;
  }

  private take(text: string): boolean {
    const found = this.is(text);
    if (found) this.position++;
    return found;
  }

  private expect(text: string): void {
    if (!this.take(text)) this.fail(`"${text}" is missing here`);
  }

  private fail(message: string): never {
    throw new CelSyntaxError(message, this.token.at);
  }

  private expression(): void {
    if (++this.depth > maxDepth) this.fail('the expression is nested too deeply');
    this.or();
    if (this.take('?')) {
      this.or();
      this.expect(':');
      this.expression();
    }
    this.depth--;
  }

  private or(): void {
    do this.and();
    while (this.take('||'));
  }

  private and(): void {
    do this.relation();
    while (this.take('&&'));
  }

  private relation(): void {
    this.sum();
    while (relations.has(this.token.text) && this.token.type !== 'literal') {
      this.position++;
      this.sum();
    }
  }

  private sum(): void {
    do this.product();
    while (this.take('+') || this.take('-'));
  }

  private product(): void {
    do this.unary();
    while (this.take('*') || this.take('/') || this.take('%'));
  }

  private unary(): void {
    const sign = this.is('!') ? '!' : '-';
    while (this.take(sign));
    this.member();
  }

  private member(): void {
    this.primary();
    for (;;) {
      if (this.take('.')) this.select();
      else if (this.take('[')) {
        this.take('?');
        this.expression();
        this.expect(']');
      } else return;
    }
  }

  private select(): void {
    const optional = this.take('?');
    const escaped = this.token.type === 'escaped';
    this.identifier();
    if (!optional && !escaped && this.take('(')) this.list(')', false);
  }

  private identifier(): void {
    const { type, text } = this.token;
    if (type === 'escaped') this.position++;
    else this.name(type, text);
  }

  private name(type: Token['type'], text: string): void {
    if (type !== 'name' || reserved.has(text)) this.fail('a name is missing here');
    this.position++;
  }

  private primary(): void {
    const { type, text } = this.token;
    if (type === 'literal' || (type === 'name' && ['true', 'false', 'null'].includes(text))) this.position++;
    else if (this.take('(')) {
      this.expression();
      this.expect(')');
    } else if (this.take('[')) this.list(']', true);
    else if (this.take('{')) this.entries();
    else this.global();
  }

  private global(): void {
    this.take('.');
    const { type, text } = this.token;
    if (type !== 'name' || reserved.has(text))
      this.fail(type === 'end' ? 'the expression ends where a value should be' : `a value is missing before "${text}"`);
    this.position++;
    if (this.take('(')) this.list(')', false);
    else if (this.isMessage()) this.message();
  }

  /** Whether `.a.b{` follows: the name of a message. */
  private isMessage(): boolean {
    let ahead = this.position;
    while (this.tokens[ahead]?.text === '.' && this.tokens[ahead + 1]?.type === 'name') ahead += 2;
    return this.tokens[ahead]?.text === '{' && this.tokens[ahead]?.type === 'op';
  }

  private message(): void {
    while (this.take('.')) this.identifier();
    this.expect('{');
    while (!this.take('}')) {
      this.take('?');
      this.identifier();
      this.expect(':');
      this.expression();
      if (!this.take(',') && !this.is('}')) this.fail('"," or "}" is missing here');
    }
  }

  private list(close: string, optionals: boolean): void {
    if (this.take(close)) return;
    do {
      if (optionals && this.is(close)) break;
      if (optionals) this.take('?');
      this.expression();
    } while (this.take(','));
    this.expect(close);
  }

  private entries(): void {
    if (this.take('}')) return;
    do {
      if (this.is('}')) break;
      this.take('?');
      this.expression();
      this.expect(':');
      this.expression();
    } while (this.take(','));
    this.expect('}');
  }
}
