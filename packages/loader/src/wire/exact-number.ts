/**
 * Numbers of JSON that a JavaScript number would change: `12345678901234567890`, `1.10`, `1e400`. They are passed on with
 * every digit as written (RFC 8259 section 6 sets no limits).
 */
import { randomBytes } from 'node:crypto';

/** A number kept as text. Used as a value, it is the nearest JavaScript number. */
export class ExactNumber {
  /** The number as it was written in JSON. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest finite JavaScript number. */
  valueOf(): number {
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(this.text)));
  }

  toString(): string {
    return this.text;
  }

  /** The digits if `exactJson` writes it, and else the nearest number, so that no other writer shows a mark. */
  toJSON(): string | number {
    return isWriting ? markOf(this.text) : this.valueOf();
  }
}

let isWriting = false;

/** A random prefix: nobody outside this process can write a text that begins with it. */
const nonce = `mcpgw-number-${randomBytes(18).toString('hex')}:`;

const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const wholeNumber = new RegExp(`^${number}$`);
const quotedMark = new RegExp(`"${nonce}(${number})"`, 'g');
const bareMark = new RegExp(`${nonce}(${number})`, 'g');

/** The mark of a number: a text that replaces it where only texts keep all digits. */
function markOf(text: string): string {
  return `${nonce}${text}`;
}

/** The number of a mark; undefined if `text` is not a mark. */
export function markedNumber(text: string): string | undefined {
  return text.startsWith(nonce) ? text.slice(nonce.length) : undefined;
}

/** Whether JavaScript would write the number `token` differently. False if it is not a JSON number. */
export function isInexact(token: string): boolean {
  if (token.length < 16 && /^-?[1-9]\d*$|^0$/.test(token)) return false;
  return wholeNumber.test(token) && JSON.stringify(Number(token)) !== token;
}

/** The mark of a number token, as a JSON string. */
export function markedToken(token: string): string {
  return `"${markOf(token)}"`;
}

/** Replaces the marks in a JSON text by their numbers. */
export function unmarked(json: string): string {
  return json.includes(nonce) ? json.replace(quotedMark, '$1') : json;
}

/** Replaces the marks in a text that is not JSON, such as a header. */
export function unmarkedText(text: string): string {
  return text.includes(nonce) ? text.replace(bareMark, '$1') : text;
}

/** `JSON.stringify` that writes every `ExactNumber` with all its digits. */
export function exactJson(value: unknown): string {
  isWriting = true;
  try {
    return unmarked(JSON.stringify(value));
  } finally {
    isWriting = false;
  }
}

function hasExactNumber(value: unknown): boolean {
  const stack = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (item instanceof ExactNumber) return true;
    if (typeof item === 'object' && item !== null) for (const child of Object.values(item)) stack.push(child);
  }
  return false;
}

/** JSON data with JavaScript numbers, for code that computes with it; `value` itself if it has no exact numbers. */
export function plainNumbers<T>(value: T): T {
  return hasExactNumber(value) ? (JSON.parse(JSON.stringify(value)) as T) : value;
}

/** JSON data with marks instead of exact numbers, for code that uses `JSON.stringify`; its output goes through `unmarked`. */
export function markedNumbers<T>(value: T): T {
  if (!hasExactNumber(value)) return value;
  isWriting = true;
  try {
    return JSON.parse(JSON.stringify(value)) as T;
  } finally {
    isWriting = false;
  }
}
