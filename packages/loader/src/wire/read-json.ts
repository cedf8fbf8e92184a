/** Reads JSON from untrusted senders: strictly, without recursion, and with every digit of its numbers. */
import { ExactNumber, isInexact, markedNumber, markedToken } from './exact-number.js';

/** Why a text is not acceptable JSON. The message is the end of a sentence that begins with what was read. */
export class JsonFault extends Error {
  override name = 'JsonFault';
  readonly kind: 'encoding' | 'syntax' | 'depth' | 'duplicate';
  constructor(kind: JsonFault['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Limits for one document, and which numbers keep their digits. */
export interface ReadJsonOptions {
  /** Maximum number of levels of arrays and objects. */
  readonly maxDepth: number;
  /**
   * Where numbers keep their digits, as `ExactNumber`: everywhere, nowhere, or below the members of a message whose content
   * is free (`structuredContent`, `arguments`, ...). Elsewhere a number is a JavaScript number.
   */
  readonly exact?: 'everywhere' | 'free members' | 'nowhere';
  /** Names of further members whose content is free. */
  readonly alsoFree?: ReadonlySet<string>;
}

/** Members of MCP messages that may hold any JSON. */
const freeMembers: ReadonlySet<string> = new Set([
  '_meta', 'arguments', 'args', 'data', 'default', 'input', 'inputResponses', 'metadata', 'requestedSchema', 'structuredContent',
]); // biome-ignore format: one list

interface Scan {
  /** Number of member names in all objects. */
  members: number;
  depth: number;
  /** Offsets of the numbers that JavaScript would change: start and end in turn. */
  readonly inexact: number[];
}

const [quote, backslash, colon, minus] = [0x22, 0x5c, 0x3a, 0x2d];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The offset after the string that begins at `start`, or after the text if the string does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === backslash) first--;
    if ((end - first) % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The offset after the characters that a number may consist of. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const fits = (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2b || code === minus || code === 0x65 || code === 0x45;
    if (!fits) break;
  }
  return at;
}

function scan(text: string): Scan {
  const found: Scan = { members: 0, depth: 0, inexact: [] };
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      continue;
    }
    if (code === minus || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at);
      if (isInexact(text.slice(at, end))) found.inexact.push(at, end);
      at = end;
      continue;
    }
    if (code === colon) found.members++;
    else if (code === openList || code === openObject) found.depth = Math.max(found.depth, ++depth);
    else if (code === closeList || code === closeObject) depth--;
    at++;
  }
  return found;
}

/** `text` with marks for the numbers that JavaScript would change. */
function withMarks(text: string, inexact: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  for (let index = 0; index < inexact.length; index += 2) {
    const [start, end] = [inexact[index]!, inexact[index + 1]!];
    parts.push(text.slice(from, start), markedToken(text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

function numberOf(text: string, isExact: boolean): ExactNumber | number {
  return isExact ? new ExactNumber(text) : Number(text);
}

interface Place {
  readonly name: string;
  readonly container: Record<string, unknown>;
  readonly isExact: boolean;
}

/** Whether numbers below the member `name` of `place` keep their digits; the protocol itself reads `_meta.progressToken`. */
function keepsDigits(place: Place, name: string, { exact, alsoFree }: ReadJsonOptions): boolean {
  if (exact !== 'free members') return place.isExact;
  if (name === 'progressToken' && place.name === '_meta') return false;
  return place.isExact || freeMembers.has(name) || alsoFree?.has(name) === true;
}

/** Replaces marks by their numbers. A mark as the name of a member was a number there, which JSON does not allow. */
function resolveMarks(root: { value: unknown }, options: ReadJsonOptions): void {
  const stack: Place[] = [{ name: '', container: root, isExact: options.exact === 'everywhere' }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { container } = place;
    for (const [name, child] of Object.entries(container)) {
      if (markedNumber(name) !== undefined) throw new JsonFault('syntax', 'is not valid JSON');
      const isExact = keepsDigits(place, name, options);
      if (typeof child === 'object' && child !== null) stack.push({ name, container: child as Record<string, unknown>, isExact });
      const marked = typeof child === 'string' ? markedNumber(child) : undefined;
      if (marked !== undefined) container[name] = numberOf(marked, isExact);
    }
  }
}

function countMembers(root: unknown): number {
  let members = 0;
  const stack = [root];
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item !== 'object' || item === null || item instanceof ExactNumber) continue;
    const children = Object.values(item);
    if (!Array.isArray(item)) members += children.length;
    for (const child of children) if (typeof child === 'object') stack.push(child);
  }
  return members;
}

/** The name that one object of valid JSON has twice. */
function duplicateName(text: string): string {
  const known: Set<string>[] = [];
  const behindName = /\s*:/y;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openObject || code === openList) known.push(new Set());
    else if (code === closeObject || code === closeList) known.pop();
    if (code !== quote) continue;
    const end = endOfString(text, at);
    const literal = text.slice(at, end);
    at = end - 1;
    behindName.lastIndex = end;
    if (!behindName.test(text)) continue;
    const name = JSON.parse(literal) as string;
    if (known.at(-1)?.has(name)) return name;
    known.at(-1)?.add(name);
  }
  return '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new JsonFault('syntax', 'is not valid JSON');
  }
}

/**
 * The value of a JSON text. Two members of one name in one object are a fault, because readers differ in which one counts
 * (RFC 8259 section 4).
 * @throws JsonFault
 */
export function readJson(text: string, options: ReadJsonOptions): unknown {
  const { maxDepth, exact = 'nowhere' } = options;
  const { members, depth, inexact } = scan(text);
  if (depth > maxDepth) throw new JsonFault('depth', `is nested more than ${maxDepth} levels deep`);
  const isMarked = exact !== 'nowhere' && inexact.length > 0;
  const root = { value: parse(isMarked ? withMarks(text, inexact) : text) };
  if (isMarked) resolveMarks(root, options);
  if (countMembers(root.value) !== members)
    throw new JsonFault('duplicate', `has the member '${duplicateName(text).slice(0, 100)}' twice in one object`);
  return root.value;
}

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of UTF-8 bytes. @throws JsonFault if they are not UTF-8, or begin with a byte order mark (RFC 8259 section 8.1) */
export function readText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = strictText.decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new JsonFault('encoding', 'is not UTF-8');
  }
  if (text.charCodeAt(0) === 0xfeff) throw new JsonFault('syntax', 'begins with a byte order mark');
  return text;
}
