/** html, js and urlquery: behaviour of Go 1.26 text/template/funcs.go and net/url.QueryEscape. */

import { sprint, sprintPointee } from '@mcpgw/go/fmt';
import { isPrint } from '@mcpgw/go/unicode';
import { encodeString, GoObject, type Value } from '@mcpgw/go/values';

/** What a pointer points at, which prints as no text: fmt.Sprint sets it apart from its neighbors. */
class Pointee extends GoObject {
  readonly goType: string;
  readonly goKind = 'struct';
  readonly #pointer: Value;

  constructor(pointer: GoObject) {
    super();
    this.goType = pointer.goType;
    this.#pointer = pointer;
  }

  override goString(): string {
    return sprintPointee(this.#pointer);
  }
}

/** The arguments as one text, nil as `<no value>`. */
function evalArgs(args: readonly Value[]): string {
  if (args.length === 1 && typeof args[0] === 'string') return args[0];
  return sprint(args.map(arg => (arg === null || arg === undefined ? '<no value>' : isPointer(arg) ? new Pointee(arg) : arg)));
}

const isPointer = (v: Value): v is GoObject => v instanceof GoObject && v.goKind === 'ptr';

const htmlEscapes: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** HTML-escapes the arguments' text. */
export const html = (args: readonly Value[]): string => evalArgs(args).replace(/["'&<>\0]/g, c => htmlEscapes[c]!);

const hex = (n: number, width: number): string => n.toString(16).toUpperCase().padStart(width, '0');

function jsEscape(c: string): string {
  if (c === '\\' || c === "'" || c === '"') return `\\${c}`;
  const r = c.codePointAt(0)!;
  if (r >= 0xd800 && r <= 0xdfff) return c;
  return r >= 0x80 && isPrint(r) ? c : `\\u${hex(r, 4)}`;
}

/** Escapes the arguments' text for a JavaScript string literal. */
export const js = (args: readonly Value[]): string => evalArgs(args).replace(/[\\'"<>&=\u0000-\u001f\u0080-\u{10ffff}]/gu, jsEscape);

/** Escapes the arguments' text for the query part of a URL. */
export function urlquery(args: readonly Value[]): string {
  let out = '';
  for (const byte of encodeString(evalArgs(args))) {
    const c = String.fromCharCode(byte);
    if (/[A-Za-z0-9\-_.~]/.test(c)) out += c;
    else out += c === ' ' ? '+' : `%${hex(byte, 2)}`;
  }
  return out;
}
