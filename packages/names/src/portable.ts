/**
 * Names that all clients and models accept (docs/adr/0072-portable-names.md). The MCP specification (2025-11-25, server/tools) allows
 * `[A-Za-z0-9_.-]{1,128}`. The APIs of models allow less: OpenAI and Claude take `^[a-zA-Z0-9_-]{1,64}$` (some versions 128), and Gemini
 * requires a letter or an underscore at the beginning.
 */
import { createHash } from 'node:crypto';

/** Characters of the longest name that every model accepts. */
export const longestPortableName = 64;

const portable = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const notPortable = /[^A-Za-z0-9_-]+/gu;
const digestEnd = /_[0-9a-f]{6}$/;
const loneSurrogate = /\p{Surrogate}/u;

/** What a portable name is made from. */
export interface PortableOptions {
  /** What the digest at the end is computed of. Different tools have different identities. */
  readonly identity: string;
  /** Characters of the longest name. */
  readonly maxLength: number;
}

/** Whether every client and model accepts a name. */
export function isPortable(name: string, maxLength = longestPortableName): boolean {
  return name.length <= maxLength && portable.test(name);
}

/** Why some clients refuse a name, as the end of a sentence about it; undefined if all accept it. */
export function portableProblem(name: string): string | undefined {
  if (isPortable(name)) return undefined;
  if (name === '') return 'is empty';
  if (name.length > longestPortableName) return `has ${name.length} characters, and many clients accept ${longestPortableName}`;
  if (/^[0-9-]/.test(name)) return 'begins with a digit or "-", and some models accept only a letter or "_" there';
  return 'contains other characters than letters, digits, "_" and "-", which many clients refuse';
}

/** The text with every run of characters that some clients refuse replaced by one `_`. */
export function portableText(text: string): string {
  return text.replace(notPortable, '_');
}

/** Whether a name ends as the names that `portableName` makes: with `_` and six hexadecimal digits. */
export function hasDigest(name: string): boolean {
  return digestEnd.test(name);
}

/** The first six hexadecimal digits of the SHA-256 of an identity in UTF-8. */
function digestOf(identity: string): string {
  // UTF-8 has no lone surrogates; as JSON, texts with different ones stay different.
  const text = loneSurrogate.test(identity) ? JSON.stringify(identity) : identity;
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}

/**
 * A name that all clients accept, made from one that some refuse, or that another tool has: other characters are replaced, the rest is cut
 * to `maxLength`, and a digest of the identity follows, so that the names of different tools differ.
 */
export function portableName(name: string, { identity, maxLength }: PortableOptions): string {
  const text = portableText(name);
  const base = /^[A-Za-z_]/.test(text) ? text : `_${text}`;
  return `${base.slice(0, maxLength - 7)}_${digestOf(identity)}`;
}
