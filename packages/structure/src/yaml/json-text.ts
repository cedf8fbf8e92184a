/** Scans JSON (RFC 8259), with the extensions that editors allow: comments and trailing commas. */
import type { Span } from '@mcpgw/diagnostics';

/** The first position at which a text is not JSON. */
export interface JsonSyntaxFault {
  readonly span: Span;
  readonly message: string;
  readonly suggestion: string;
}

export interface JsonText {
  readonly fault?: JsonSyntaxFault;
  readonly comments: readonly Span[];
  readonly lastCommas: readonly Span[];
}

/** Whether a file has the name of a JSON file. */
export const isJsonName = (file: string): boolean => /\.jsonc?$/i.test(file);

/** Whether a text begins like JSON: with a bracket or a comment. */
export const beginsAsJson = (text: string): boolean => /^\ufeff?\s*(?:[{[]|\/[/*])/.test(text);

/** Whether a file is JSON, by its name and its first character. Other files are YAML. */
export const isJsonFile = (file: string, text: string): boolean => isJsonName(file) && beginsAsJson(text);

/** Whether "//" or a slash and a star stand outside of what looks like strings; an address in a string is no comment. */
function mayHoldComments(text: string): boolean {
  for (const [found] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|\/[/*]/g)) if (found.startsWith('/')) return true;
  return false;
}

/** Replaces comments with spaces, so that all other text keeps its position. */
export function withoutComments(text: string): string {
  if (!mayHoldComments(text)) return text;
  const { comments } = scanJson(text);
  let out = '';
  let at = 0;
  for (const { start, end } of comments) {
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n\r]/g, ' ');
    at = end;
  }
  return out + text.slice(at);
}

const token =
  /(?<blank>[ \t\r\n]+)|(?<comment>\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)|(?<mark>[{}[\]:,])|(?<string>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]))|(?<word>(?:true|false|null)\b)/y;

type Expect = 'value' | 'first item' | 'item' | 'first key' | 'key' | ':' | 'next' | 'end';
type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar';
type Action = 'open' | 'close' | 'done' | 'comma' | 'colon' | 'name';

const values = { '{': 'open', '[': 'open', string: 'done', scalar: 'done' } as const;

/** The action of each token by what is expected. Any other token is a fault. */
const actions: Readonly<Record<Expect, Partial<Record<TokenKind, Action>>>> = {
  value: values,
  'first item': { ...values, ']': 'close' },
  item: { ...values, ']': 'close' },
  'first key': { string: 'name', '}': 'close' },
  key: { string: 'name', '}': 'close' },
  ':': { ':': 'colon' },
  next: { ',': 'comma', '}': 'close', ']': 'close' },
  end: {},
};

class JsonScanner {
  readonly comments: Span[] = [];
  readonly lastCommas: Span[] = [];
  readonly #text: string;
  readonly #open: ('{' | '[')[] = [];
  #expect: Expect = 'value';
  #comma: Span = { start: 0, end: 0 };

  constructor(text: string) {
    this.#text = text;
  }

  /** Scans the text. Returns the first fault, or undefined if the text has none. */
  run(): JsonSyntaxFault | undefined {
    const text = this.#text;
    for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at = token.lastIndex) {
      token.lastIndex = at;
      const groups = token.exec(text)?.groups;
      if (groups === undefined) return lexicalFault(text, at, this.#expect);
      const span = { start: at, end: token.lastIndex };
      if (groups.comment !== undefined) this.comments.push(span);
      if (groups.comment !== undefined || groups.blank !== undefined) continue;
      const kind = (groups.mark ?? (groups.string === undefined ? 'scalar' : 'string')) as TokenKind;
      if (!this.#take(kind, span)) return wrongToken(text, span, this.#expect, this.#closing());
      token.lastIndex = span.end;
    }
    return this.#expect === 'end' ? undefined : openEnd(text, this.#open, this.#expect);
  }

  #closing(): '}' | ']' {
    return this.#open.at(-1) === '{' ? '}' : ']';
  }

  #take(kind: TokenKind, span: Span): boolean {
    const action = actions[this.#expect][kind];
    if (action === undefined || (action === 'close' && kind !== this.#closing())) return false;
    const inMap = this.#open.at(-1) === '{';
    if (action === 'comma') this.#comma = span;
    if (action === 'close' && (this.#expect === 'item' || this.#expect === 'key')) this.lastCommas.push(this.#comma);
    if (action === 'open') this.#open.push(kind as '{' | '[');
    if (action === 'close') this.#open.pop();
    const afterValue = this.#open.length === 0 ? 'end' : 'next';
    const next: Record<Action, Expect> = {
      open: kind === '{' ? 'first key' : 'first item',
      close: afterValue,
      done: afterValue,
      comma: inMap ? 'key' : 'item',
      colon: 'value',
      name: ':',
    };
    this.#expect = next[action];
    return true;
  }
}

/** Scans a text to its end or to the first fault, in linear time. Nesting does not use the call stack. */
export function scanJson(text: string): JsonText {
  const scanner = new JsonScanner(text);
  const fault = scanner.run();
  return { comments: scanner.comments, lastCommas: scanner.lastCommas, ...(fault !== undefined && { fault }) };
}

const names: Readonly<Record<Expect, string>> = {
  value: 'a value',
  'first item': 'an item or "]"',
  item: 'an item',
  'first key': 'a key in double quotes or "}"',
  key: 'a key in double quotes',
  ':': '":"',
  next: 'a comma',
  end: 'the end of the file',
};

function wrongToken(text: string, span: Span, expect: Expect, closes: string): JsonSyntaxFault {
  const found = text.slice(span.start, Math.min(span.end, span.start + 40));
  const wanted = expect === 'next' ? `a comma or "${closes}"` : names[expect];
  const suggestion =
    expect === 'end'
      ? 'remove what stands behind the first value: a file holds one'
      : expect === 'next' && !/^[}\]:]/.test(found)
        ? 'put a comma between the two'
        : `write ${wanted} here`;
  return { span, message: `expected ${wanted}, found ${found}`, suggestion };
}

function openEnd(text: string, open: readonly string[], expect: Expect): JsonSyntaxFault {
  const end = text.trimEnd().length;
  const span = { start: Math.max(0, end - 1), end: Math.max(1, end) };
  const missing = open.at(-1) === '{' ? '}' : ']';
  if (open.length === 0) return { span, message: `the file ends where ${names[expect]} is expected`, suggestion: `write ${names[expect]}` };
  return { span, message: `the file ends before "${missing}"`, suggestion: `close what is open with "${missing}"` };
}

function lexicalFault(text: string, at: number, expect: Expect): JsonSyntaxFault {
  const rest = text.slice(at, at + 4096);
  const fault = (length: number, message: string, suggestion: string): JsonSyntaxFault => ({
    span: { start: at, end: at + length },
    message,
    suggestion,
  });
  if (rest.startsWith('"')) return stringFault(text, at);
  if (rest.startsWith("'")) return fault(1, 'JSON knows no single quotes', 'use double quotes');
  const word = /^[-+.\w$]+/.exec(rest)?.[0];
  if (word === undefined) return fault(1, `"${rest.slice(0, 1)}" does not belong here`, 'remove it, or put double quotes around the text');
  if (expect === 'key' || expect === 'first key') return fault(word.length, `the key ${word} is not in double quotes`, `write "${word}"`);
  if (/^[-+.\d]/.test(word))
    return fault(word.length, `${word} is not a number of JSON`, 'write digits without "+", leading zeros and a lone "."');
  return fault(
    word.length,
    `${word} is not a value of JSON`,
    `write true, false or null, or put double quotes around it: "${word.slice(0, 40)}"`,
  );
}

function stringFault(text: string, start: number): JsonSyntaxFault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32)
      return {
        span: { start, end: at },
        message: 'the string is not closed on its line',
        suggestion: 'close it with a double quote; a line end within is written \\n',
      };
    if (text[at] === '"') break;
    if (text[at] !== '\\') continue;
    if (/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at, at + 6))) at++;
    else
      return {
        span: { start: at, end: at + 2 },
        message: `${text.slice(at, at + 2)} is not an escape of JSON`,
        suggestion: 'double the backslash',
      };
  }
  return { span: { start, end: start + 1 }, message: 'the string is not closed', suggestion: 'close it with a double quote' };
}
