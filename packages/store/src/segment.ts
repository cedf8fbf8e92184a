/**
 * Encodes segments of keys as names that every file system and Redis pattern treats literally: lower-case letters, digits, `-` and `_`
 * are unchanged, any other UTF-16 unit is written as its number. Two texts never share a name, even if the disk ignores
 * case.
 */
import { createHash } from 'node:crypto';

/** The name of the empty segment; `~` occurs in no other name but those of long segments. */
const emptyName = '~';
const longestName = 150;
const shownOfLong = 40;

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  return code < 0x100 ? `%${code.toString(16).padStart(2, '0')}` : `%u${code.toString(16).padStart(4, '0')}`;
}

/** Writes a segment in full; `decodeSegment` reads it back. */
export function encodeSegment(segment: string): string {
  return segment === '' ? emptyName : segment.replace(/[^a-z0-9_-]/g, escapeUnit);
}

/** The segment that `encodeSegment` wrote as `name`, or undefined for a name that it never writes. */
export function decodeSegment(name: string): string | undefined {
  if (name === emptyName) return '';
  const segment = name.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/g, (_all, wide?: string, narrow?: string) =>
    String.fromCharCode(Number.parseInt((wide ?? narrow)!, 16)),
  );
  return encodeSegment(segment) === name ? segment : undefined;
}

/** A name of at most 150 characters: a long segment keeps its start, followed by its SHA-256. */
export function segmentFileName(segment: string): string {
  const name = encodeSegment(segment.slice(0, longestName + 1));
  if (segment.length <= longestName && name.length <= longestName) return name;
  const hash = createHash('sha256').update(Buffer.from(segment, 'utf16le')).digest('hex');
  return `${name.slice(0, shownOfLong)}~${hash}`;
}
