/**
 * Numbers of JSON that a JavaScript number would change: `12345678901234567890`, `1.10`, `1e400`. They are passed on with
 * every digit as it was written (RFC 8259 section 6 sets no limits).
 */
import { randomBytes } from 'node:crypto';

/** A number by its text. Wherever it is used as a value it is the nearest JavaScript number. */
export class ExactNumber {
  /** A number of JSON, as it was written. */
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

  /** The digits where `exactJson` writes; elsewhere the nearest number, so that no other writer shows a mark. */
  toJSON(): string | number {
    return isWriting ? markOf(this.text) : this.valueOf();
  }
}

let isWriting = false;

/** Nobody outside of this process can write a text that begins with it. */
const nonce = `mcpgw-number-${randomBytes(18).toString('hex')}:`;

const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const wholeNumber = new RegExp(`^${number}$`);
const quotedMark = new RegExp(`"${nonce}(${number})"`, 'g');
const bareMark = new RegExp(`${nonce}(${number})`, 'g');

/** A text that stands for a number while only texts keep all digits. */
function markOf(text: string): string {
  return `${nonce}${text}`;
}

/** The number that a mark stands for; undefined where `text` is none. */
export function markedNumber(text: string): string | undefined {
  return text.startsWith(nonce) ? text.slice(nonce.length) : undefined;
}

/** Whether JavaScript would write the number `token` in another way than it is written. False where it is no number of JSON. */
export function isInexact(token: string): boolean {
  if (token.length < 16 && /^-?[1-9]\d*$|^0$/.test(token)) return false;
  return wholeNumber.test(token) && JSON.stringify(Number(token)) !== token;
}

/** A number token, marked as a JSON text. */
export function markedToken(token: string): string {
  return `"${markOf(token)}"`;
}

/** JSON with marks to JSON with numbers. */
export function unmarked(json: string): string {
  return json.includes(nonce) ? json.replace(quotedMark, '$1') : json;
}

/** The same for a text that is no JSON: a header. */
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

/** JSON data with ordinary numbers, for those who compute with it; `value` itself where it has no others. */
export function plainNumbers<T>(value: T): T {
  return hasExactNumber(value) ? (JSON.parse(JSON.stringify(value)) as T) : value;
}

/** JSON data with marks instead of exact numbers, for those who write it with `JSON.stringify`; their text goes through `unmarked`. */
export function markedNumbers<T>(value: T): T {
  if (!hasExactNumber(value)) return value;
  isWriting = true;
  try {
    return JSON.parse(JSON.stringify(value)) as T;
  } finally {
    isWriting = false;
  }
}
