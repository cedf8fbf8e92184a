/** Prints a value of any type with one verb. Behavior: Go 1.26 fmt (print.go, printArg and printValue). */

import { Complex, goTypeName, hasInterfaceElements, kindOf } from '../reflect/types.js';
import { quoteRune } from '../strconv/quote.js';
import { decodeBytes, encodeString, sortedKeys } from '../values/bytes.js';
import { GoMap, GoObject, isNilBytes, isNilSlice, Sized, type Value } from '../values/value.js';
import { fmt0x64, fmtFloat, fmtInteger, fmtQ, fmtSbx, fmtUnicode, type Printer, pad, runeString, truncateRunes } from './format.js';

/** The address printed for pointers and functions. Go prints a different one in each run. */
const address = 0xc000012120n;
/** The number of parts of values that one call prints. A shared part counts each time it is printed. */
const maxParts = 5e6;
const intKinds = new Set(['int', 'int8', 'int16', 'int32', 'int64']);
const basicKinds = new Set([...intKinds, 'uint', 'uint8', 'uint16', 'uint32', 'uint64', 'float32', 'float64', 'string', 'bool']);

function badVerb(p: Printer, verb: string, v: Value): void {
  p.erroring = true;
  p.buf += `%!${verb}(`;
  if (v === null) p.buf += '<nil>';
  else {
    p.buf += `${goTypeName(v)}=`;
    printArg(p, v, 'v');
  }
  p.buf += ')';
  p.erroring = false;
}

function printInteger(p: Printer, value: bigint, isSigned: boolean, verb: string, v: Value): void {
  switch (verb) {
    case 'v':
      if (p.sharpV && !isSigned) fmt0x64(p, value, true);
      else fmtInteger(p, value, 10, verb);
      return;
    case 'd':
      fmtInteger(p, value, 10, verb);
      return;
    case 'b':
      fmtInteger(p, value, 2, verb);
      return;
    case 'o':
    case 'O':
      fmtInteger(p, value, 8, verb);
      return;
    case 'x':
    case 'X':
      fmtInteger(p, value, 16, verb, verb === 'X');
      return;
    case 'c':
      pad(p, runeString(value));
      return;
    case 'q':
      pad(p, quoteRune(value < 0n || value > 0x10ffffn ? -1 : Number(value), p.plus));
      return;
    case 'U':
      fmtUnicode(p, value);
      return;
  }
  badVerb(p, verb, v);
}

function printFloat(p: Printer, x: number, bits: 32 | 64, verb: string, v: Value): void {
  switch (verb) {
    case 'v':
      fmtFloat(p, x, bits, 'g', -1);
      return;
    case 'b':
    case 'g':
    case 'G':
    case 'x':
    case 'X':
      fmtFloat(p, x, bits, verb, -1);
      return;
    case 'f':
    case 'e':
    case 'E':
      fmtFloat(p, x, bits, verb, 6);
      return;
    case 'F':
      fmtFloat(p, x, bits, 'f', 6);
      return;
  }
  badVerb(p, verb, v);
}

function printComplex(p: Printer, c: Complex, verb: string): void {
  if (!'vbgGxXfFeE'.includes(verb)) {
    badVerb(p, verb, c);
    return;
  }
  const { plus } = p;
  p.buf += '(';
  printFloat(p, c.re, 64, verb, c);
  p.plus = true;
  printFloat(p, c.im, 64, verb, c);
  p.buf += 'i)';
  p.plus = plus;
}

function printString(p: Printer, s: string, verb: string, v: Value): void {
  switch (verb) {
    case 'v':
      if (p.sharpV) {
        fmtQ(p, s);
        return;
      }
      pad(p, p.precPresent ? truncateRunes(s, p.prec) : s);
      return;
    case 's':
      pad(p, p.precPresent ? truncateRunes(s, p.prec) : s);
      return;
    case 'x':
    case 'X':
      fmtSbx(p, encodeString(s), verb === 'X');
      return;
    case 'q':
      fmtQ(p, s);
      return;
  }
  badVerb(p, verb, v);
}

function hasFlags(p: Printer): boolean {
  const { widPresent, precPresent, plus, minus, sharp, space, zero, plusV, sharpV } = p;
  return widPresent || precPresent || plus || minus || sharp || space || zero || plusV || sharpV;
}

function printBytes(p: Printer, bytes: Uint8Array, verb: string, depth: number): void {
  switch (verb) {
    case 's':
    case 'q':
      printString(p, decodeBytes(bytes), verb, bytes);
      return;
    case 'x':
    case 'X':
      fmtSbx(p, bytes, verb === 'X');
      return;
  }
  const { sharpV } = p;
  if ((verb === 'v' || verb === 'd') && !hasFlags(p)) {
    p.buf += `[${bytes.join(' ')}]`;
    return;
  }
  if (sharpV) p.buf += depth === 0 ? '[]byte' : '[]uint8';
  if (sharpV && isNilBytes(bytes)) {
    p.buf += '(nil)';
    return;
  }
  p.buf += sharpV ? '{' : '[';
  for (let i = 0; i < bytes.length; i++) {
    if (i > 0) p.buf += sharpV ? ', ' : ' ';
    const byte = new Sized('uint8', BigInt(bytes[i]!));
    if (sharpV && verb === 'v') fmt0x64(p, BigInt(bytes[i]!), true);
    else printInteger(p, BigInt(bytes[i]!), false, verb, byte);
  }
  p.buf += sharpV ? '}' : ']';
}

function printPointer(p: Printer, v: Value, verb: string): void {
  const kind = kindOf(v);
  if (!['func', 'ptr', 'map', 'slice'].includes(kind)) {
    badVerb(p, verb, v);
    return;
  }
  switch (verb) {
    case 'v':
      if (p.sharpV) {
        p.buf += `(${goTypeName(v)})(`;
        fmt0x64(p, address, true);
        p.buf += ')';
      } else fmt0x64(p, address, !p.sharp);
      return;
    case 'p':
      fmt0x64(p, address, !p.sharp);
      return;
    case 'b':
    case 'o':
    case 'd':
    case 'x':
    case 'X':
      printInteger(p, address, false, verb, v);
      return;
  }
  badVerb(p, verb, v);
}

function printMethods(p: Printer, v: GoObject, verb: string): boolean {
  if (p.erroring || p.sharpV || !'vsxXq'.includes(verb)) return false;
  const text = v.goString();
  if (text === undefined) return false;
  printString(p, text, verb, v);
  return true;
}

export function printArg(p: Printer, v: Value, verb: string): void {
  if (v === null || v === undefined) {
    if (verb === 'T' || verb === 'v') pad(p, '<nil>');
    else badVerb(p, verb, null);
  } else if (verb === 'T') {
    const name = goTypeName(v);
    pad(p, p.precPresent ? truncateRunes(name, p.prec) : name);
  } else if (verb === 'p') printPointer(p, v, verb);
  else if (verb === 'w' && !(v instanceof Uint8Array)) badVerb(p, verb, v);
  else printValue(p, v, verb, 0);
}

function printValue(p: Printer, v: Value, verb: string, depth: number): void {
  if (++p.parts > maxParts) throw new RangeError(`more than ${maxParts} parts to print`);
  switch (typeof v) {
    case 'string':
      printString(p, v, verb, v);
      return;
    case 'bigint':
      printInteger(p, v, true, verb, v);
      return;
    case 'number':
      printFloat(p, v, 64, verb, v);
      return;
    case 'boolean':
      if (verb === 't' || verb === 'v') pad(p, v ? 'true' : 'false');
      else badVerb(p, verb, v);
      return;
  }
  if (v === null) p.buf += p.sharpV ? 'interface {}(nil)' : '<nil>';
  else if (v instanceof GoMap) printMap(p, v, verb, depth);
  else if (Array.isArray(v)) printSlice(p, v, verb, depth);
  else if (v instanceof GoObject) printObject(p, v, verb, depth);
  else if (v instanceof Sized) printSized(p, v, verb);
  else if (v instanceof Uint8Array) printBytes(p, v, verb, depth);
  else printPointer(p, v, verb);
}

function printSized(p: Printer, v: Sized, verb: string): void {
  if (typeof v.value === 'number') printFloat(p, v.value, 32, verb, v);
  else printInteger(p, v.value, intKinds.has(v.kind), verb, v);
}

function printMap(p: Printer, map: GoMap, verb: string, depth: number): void {
  if (p.sharpV && map.isNil === true) {
    p.buf += `${goTypeName(map)}(nil)`;
    return;
  }
  p.buf += p.sharpV ? `${goTypeName(map)}{` : 'map[';
  const separator = p.sharpV ? ', ' : ' ';
  let first = true;
  for (const key of sortedKeys(map)) {
    if (!first) p.buf += separator;
    first = false;
    printString(p, key, verb, key);
    p.buf += ':';
    printElement(p, map.get(key)!, verb, depth, map.goType);
  }
  p.buf += p.sharpV ? '}' : ']';
}

function printSlice(p: Printer, slice: Value[], verb: string, depth: number): void {
  const type = goTypeName(slice);
  if (p.sharpV && isNilSlice(slice)) {
    p.buf += `${type}(nil)`;
    return;
  }
  p.buf += p.sharpV ? `${type}{` : '[';
  for (let i = 0; i < slice.length; i++) {
    if (i > 0) p.buf += p.sharpV ? ', ' : ' ';
    printElement(p, slice[i]!, verb, depth, type);
  }
  p.buf += p.sharpV ? '}' : ']';
}

function printElement(p: Printer, v: Value, verb: string, depth: number, containerType: string | undefined): void {
  if (v === null && !hasInterfaceElements(containerType)) p.buf += p.sharpV ? 'nil' : '<nil>';
  else printValue(p, v, verb, depth + 1);
}

function printObject(p: Printer, v: GoObject, verb: string, depth: number): void {
  if (printMethods(p, v, verb)) return;
  if (v instanceof Complex) {
    printComplex(p, v, verb);
    return;
  }
  const contents = v.underlying();
  if (contents !== undefined) {
    printValue(p, contents, verb, depth);
    return;
  }
  if (basicKinds.has(v.goKind)) {
    printValue(p, v.toJsonValue() as Value, verb, depth);
    return;
  }
  if (v.goKind === 'ptr') {
    if (depth > 0) {
      printPointer(p, v, verb);
      return;
    }
    p.buf += '&';
  }
  printStruct(p, v, verb, depth);
}

function printStruct(p: Printer, v: GoObject, verb: string, depth: number): void {
  if (p.sharpV) p.buf += v.goType.replace(/^\*/, '');
  p.buf += '{';
  let first = true;
  for (const name of v.fieldNames()) {
    if (!first) p.buf += p.sharpV ? ', ' : ' ';
    first = false;
    if (p.plusV || p.sharpV) p.buf += `${name}:`;
    printValue(p, v.field(name) ?? null, verb, depth + 1);
  }
  p.buf += '}';
}
