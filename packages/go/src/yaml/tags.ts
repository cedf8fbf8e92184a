/** Names, tags and version numbers as text. Behavior: go.yaml.in/yaml/v2 v2.4.3 scannerc.go. */
import { decodeBytes } from '../values/bytes.js';
import { ALPHA, classOf, HEX, URI } from './chars.js';
import type { Cursor } from './cursor.js';

export function readWhile(cursor: Cursor, bit: number): string {
  const start = cursor.pos;
  while ((classOf(cursor.codes[cursor.pos]!) & bit) !== 0) cursor.pos++;
  cursor.need(1);
  return cursor.text.slice(start, cursor.pos);
}

export function scanTagHandle(cursor: Cursor, directive: boolean): string {
  if (cursor.codes[cursor.pos]! !== 33) cursor.fail("did not find expected '!'");
  cursor.pos++;
  const handle = `!${readWhile(cursor, ALPHA)}`;
  if (cursor.codes[cursor.pos]! === 33) {
    cursor.pos++;
    return `${handle}!`;
  }
  if (directive && handle !== '!') cursor.fail("did not find expected '!'");
  return handle;
}

export function scanTagUri(cursor: Cursor, head: string): string {
  let uri = head.slice(1);
  let found = head !== '';
  for (let c = cursor.codes[cursor.pos]!; (classOf(c) & URI) !== 0; c = cursor.codes[cursor.pos]!) {
    if (c === 37) uri += scanUriEscapes(cursor);
    else {
      uri += String.fromCharCode(c);
      cursor.pos++;
    }
    found = true;
  }
  cursor.need(1);
  if (!found) cursor.fail('did not find expected tag URI');
  return uri;
}

/** Scans one character that is written as percent-encoded octets. */
function scanUriEscapes(cursor: Cursor): string {
  const octets: number[] = [];
  let width = 1;
  while (octets.length < width) {
    const digits = cursor.text.slice(cursor.pos + 1, cursor.pos + 3);
    const isHex = (classOf(digits.charCodeAt(0)) & classOf(digits.charCodeAt(1)) & HEX) !== 0;
    if (cursor.codes[cursor.pos]! !== 37 || !isHex) cursor.fail('did not find URI escaped octet');
    const octet = Number.parseInt(digits, 16);
    if (octets.length === 0) {
      width = (octet & 0x80) === 0 ? 1 : (octet & 0xe0) === 0xc0 ? 2 : (octet & 0xf0) === 0xe0 ? 3 : (octet & 0xf8) === 0xf0 ? 4 : 0;
      if (width === 0) cursor.fail('found an incorrect leading UTF-8 octet');
    } else if ((octet & 0xc0) !== 0x80) cursor.fail('found an incorrect trailing UTF-8 octet');
    octets.push(octet);
    cursor.pos += 3;
  }
  return decodeBytes(Uint8Array.from(octets));
}

export function scanVersionNumber(cursor: Cursor): number {
  const start = cursor.pos;
  let c = cursor.codes[cursor.pos]!;
  while (c >= 48 && c <= 57) {
    if (cursor.pos - start === 2) cursor.fail('found extremely long version number');
    c = cursor.codes[++cursor.pos]!;
  }
  if (cursor.pos === start) cursor.fail('did not find expected version number');
  return Number(cursor.text.slice(start, cursor.pos));
}
