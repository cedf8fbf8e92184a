/**
 * Contents of calls as text without what must not be kept: values under names such as `password`, matches of the configured patterns, and
 * every secret of the configuration. What is hidden is hidden before the text is cut, so no part of it is left at the end.
 */
import { ExactNumber, exactJson } from '@mcpgw/loader/internal';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { Redact } from './recorder.js';

/** What is hidden, and how much is kept. */
export interface RedactRules {
  /** Names whose values are hidden, besides `secretNames`. */
  readonly keys: readonly string[];
  /** Patterns (RE2) whose matches are hidden. */
  readonly patterns: readonly string[];
  /** Bytes of arguments, and of a result, that are kept. */
  readonly maxBytes: number;
  /** Values that are hidden wherever they stand. */
  readonly secrets: readonly string[];
}

/** Names whose values are always hidden. A name of several words matches in any spelling: `apiKey`, `api-key`, `X_API_KEY`. */
export const secretNames = [
  ...['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'secret', 'secrets', 'token', 'accesstoken', 'refreshtoken', 'idtoken'],
  ...['authtoken', 'api_key', 'apikey', 'api_keys', 'access_key', 'accesskey', 'private_key', 'privatekey', 'secret_key', 'secretkey'],
  ...['client_secret', 'clientsecret', 'authorization', 'proxy_authorization', 'cookie', 'set_cookie', 'credential', 'credentials'],
  ...['bearer', 'jwt', 'session_id', 'sessionid', 'connection_string', 'dsn', 'otp', 'pin', 'cvv', 'ssn'],
] as const;

/** What stands in place of a hidden value. */
export const hidden = '[redacted]';
const cutMark = '…';
/** Names and patterns are looked for in so many characters more than are kept, so that what a cut divides is found too. */
const margin = 4096;
/** A secret that is shorter hides only values that are equal to it: it would occur everywhere. */
const leastPart = 5;
const maxDepth = 64;
const maxNested = 3;

/** Whether a text is a pattern of RE2. */
export function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return false;
    throw error;
  }
}

/** The words of a name: `userAPIKey` and `user-api_key` are user, api, key. */
function wordsOf(name: string): string[] {
  const spaced = name
    .slice(0, 256)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^a-z0-9\u0080-\uffff]+/)
    .filter(Boolean);
}

function includesWords(words: readonly string[], part: readonly string[]): boolean {
  return words.some((_word, index) => part.every((word, offset) => words[index + offset] === word));
}

type Range = readonly [from: number, to: number];

/** The text without the ranges, up to `end`. */
function without(text: string, ranges: readonly Range[], end: number): string {
  let out = '';
  let at = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from >= end) break;
    if (to <= at) continue;
    if (from >= at) out += text.slice(at, from) + hidden;
    at = to;
  }
  return at < end ? out + text.slice(at, end) : out;
}

/** The name of `name: value`, `name=value` or `"name": "value"` in a text, up to the value. Every repetition is bounded. */
const assignedName = /(["']?)([A-Za-z_][\w.-]{0,63})\1[ \t]{0,8}[=:][ \t]{0,8}(?:(?:Bearer|Basic|Token) {1,4})?/gi;
const assignedValue = /"(?:[^"\\\n]|\\.){0,4096}"?|'[^'\n]{0,4096}'?|[^\s,;&"'{}[\]]{1,4096}/y;

class Redactor {
  readonly #names: readonly (readonly string[])[];
  readonly #patterns: readonly RE2JS[];
  readonly #secrets: readonly string[];
  readonly #exact: ReadonlySet<string>;
  readonly #maxBytes: number;
  readonly #margin: number;

  constructor({ keys, patterns, maxBytes, secrets }: RedactRules) {
    this.#names = [...secretNames, ...keys].map(wordsOf).filter(words => words.length > 0);
    this.#patterns = patterns.map(pattern => RE2JS.compile(pattern));
    const known = [...new Set(secrets.flatMap(formsOf))].filter(secret => secret !== '');
    this.#exact = new Set(known);
    this.#secrets = known.filter(secret => secret.length >= leastPart);
    this.#maxBytes = maxBytes;
    this.#margin = Math.max(margin, ...this.#secrets.map(secret => secret.length));
  }

  write(value: unknown): string {
    const budget = { left: this.#maxBytes };
    const text = exactJson(this.#value(value, budget, 0, 0)) ?? 'null';
    const bytes = Buffer.from(text);
    if (bytes.length <= this.#maxBytes && budget.left > 0) return text;
    return `${wholeCharacters(bytes.subarray(0, this.#maxBytes))}${cutMark}`;
  }

  #isSecretName(name: string): boolean {
    const words = wordsOf(name);
    return this.#names.some(part => includesWords(words, part));
  }

  #value(value: unknown, budget: { left: number }, depth: number, nested: number): unknown {
    if (budget.left <= 0 || depth > maxDepth) return cutMark;
    budget.left -= 2;
    if (typeof value === 'string') return this.#string(value, budget, nested);
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber) return this.#number(value, budget);
    if (Array.isArray(value)) return this.#list(value, budget, depth, nested);
    if (typeof value === 'object' && value !== null) return this.#members(value, budget, depth, nested);
    return value;
  }

  #list(list: readonly unknown[], budget: { left: number }, depth: number, nested: number): unknown[] {
    const out: unknown[] = [];
    for (const item of list) {
      out.push(this.#value(item, budget, depth + 1, nested));
      if (budget.left <= 0) break;
    }
    return out;
  }

  #members(value: object, budget: { left: number }, depth: number, nested: number): object {
    const out: Record<string, unknown> = Object.create(null);
    for (const name of Object.keys(value)) {
      if (budget.left <= 0) break;
      const shown = this.#text(name, Math.min(name.length, budget.left));
      budget.left -= shown.length;
      out[shown] = this.#isSecretName(name) ? hidden : this.#value((value as Record<string, unknown>)[name], budget, depth + 1, nested);
    }
    return out;
  }

  #number(value: number | bigint | ExactNumber, budget: { left: number }): unknown {
    const text = String(value);
    budget.left -= text.length;
    return this.#text(text, text.length) === text ? value : hidden;
  }

  /** A text. One that is JSON, as results of tools often are, is redacted as such. */
  #string(text: string, budget: { left: number }, nested: number): string {
    if (nested < maxNested && text.length <= budget.left + margin && /^\s*[[{]/.test(text)) {
      const inner = parsed(text);
      if (inner !== undefined) return JSON.stringify(this.#value(inner, budget, 0, nested + 1));
    }
    const kept = Math.min(text.length, Math.max(0, budget.left));
    budget.left -= text.length;
    return this.#text(text, kept) + (kept < text.length ? cutMark : '');
  }

  /** The first `end` characters of a text, redacted. */
  #text(text: string, end: number): string {
    if (this.#exact.has(text)) return hidden;
    const looked = text.slice(0, end + this.#margin);
    return without(looked, [...this.#secretsIn(looked), ...this.#matchesIn(looked), ...this.#assignmentsIn(looked)], end);
  }

  #secretsIn(text: string): Range[] {
    const found: Range[] = [];
    for (const secret of this.#secrets)
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) found.push([at, at + secret.length]);
    return found;
  }

  #matchesIn(text: string): Range[] {
    return this.#patterns.flatMap(pattern => {
      const found: Range[] = [];
      for (const matcher = pattern.matcher(text); matcher.find(); )
        if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
      return found;
    });
  }

  #assignmentsIn(text: string): Range[] {
    const found: Range[] = [];
    for (const { 0: whole, 2: name, index } of text.matchAll(assignedName)) {
      if (!this.#isSecretName(name!)) continue;
      const start = index + whole.length;
      assignedValue.lastIndex = start;
      const value = assignedValue.exec(text)?.[0] ?? '';
      if (value !== '') found.push([start, start + value.length]);
    }
    return found;
  }
}

/** A secret as it may stand in a text: itself, in a URL, and in base64. */
function formsOf(secret: string): string[] {
  const base64 = secret.length >= leastPart ? [Buffer.from(secret).toString('base64').replace(/=+$/, '')] : [];
  return [secret, encodeURIComponent(secret.toWellFormed()), ...base64];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text of bytes, without a character that the end divides. */
function wholeCharacters(bytes: Buffer): string {
  let end = bytes.length;
  const lead = bytes.findLastIndex(byte => (byte & 0xc0) !== 0x80);
  const length = lead < 0 ? 0 : sizeOfLead(bytes[lead]!);
  if (lead >= 0 && lead + length > end) end = lead;
  return bytes.toString('utf8', 0, end);
}

function sizeOfLead(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xf0) return 4;
  return byte >= 0xe0 ? 3 : 2;
}

/** Makes the function that writes contents of calls. @throws RE2JSSyntaxException for a pattern that is none */
export function redactor(rules: RedactRules): Redact {
  const made = new Redactor(rules);
  return value => made.write(value);
}
