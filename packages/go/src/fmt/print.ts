/** Formatted printing. Behavior: Go 1.26 fmt (print.go). */

import { Complex, goTypeName, hasInterfaceElements, kindOf } from '../reflect/types.js';
import { quoteRune } from '../strconv/quote.js';
import { decodeBytes, encodeString, sortedKeys } from '../values/bytes.js';
import { GoMap, GoObject, isNilBytes, isNilSlice, Sized, type Value } from '../values/value.js';
import { Formatter, runeString, truncateRunes } from './format.js';

/** The address printed for pointers and functions. Go prints a different one in each run. */
const address = 0xc000012120n;
const maxWidth = 1e6;
/** The number of parts of values that one call prints. A shared part counts each time it is printed. */
const maxParts = 5e6;
const intKinds = new Set(['int', 'int8', 'int16', 'int32', 'int64']);
const basicKinds = new Set([...intKinds, 'uint', 'uint8', 'uint16', 'uint32', 'uint64', 'float32', 'float64', 'string', 'bool']);

class Printer extends Formatter {
  #erroring = false;
  #parts = 0;
  #reordered = false;
  #goodArgNum = true;

  #badVerb(verb: string, v: Value): void {
    this.#erroring = true;
    this.buf += `%!${verb}(`;
    if (v === null) this.buf += '<nil>';
    else {
      this.buf += `${goTypeName(v)}=`;
      this.printArg(v, 'v');
    }
    this.buf += ')';
    this.#erroring = false;
  }

  #printInteger(value: bigint, isSigned: boolean, verb: string, v: Value): void {
    switch (verb) {
      case 'v':
        if (this.sharpV && !isSigned) this.fmt0x64(value, true);
        else this.fmtInteger(value, 10, verb);
        return;
      case 'd':
        this.fmtInteger(value, 10, verb);
        return;
      case 'b':
        this.fmtInteger(value, 2, verb);
        return;
      case 'o':
      case 'O':
        this.fmtInteger(value, 8, verb);
        return;
      case 'x':
      case 'X':
        this.fmtInteger(value, 16, verb, verb === 'X');
        return;
      case 'c':
        this.pad(runeString(value));
        return;
      case 'q':
        this.pad(quoteRune(value < 0n || value > 0x10ffffn ? -1 : Number(value), this.plus));
        return;
      case 'U':
        this.fmtUnicode(value);
        return;
    }
    this.#badVerb(verb, v);
  }

  #printFloat(x: number, bits: 32 | 64, verb: string, v: Value): void {
    switch (verb) {
      case 'v':
        this.fmtFloat(x, bits, 'g', -1);
        return;
      case 'b':
      case 'g':
      case 'G':
      case 'x':
      case 'X':
        this.fmtFloat(x, bits, verb, -1);
        return;
      case 'f':
      case 'e':
      case 'E':
        this.fmtFloat(x, bits, verb, 6);
        return;
      case 'F':
        this.fmtFloat(x, bits, 'f', 6);
        return;
    }
    this.#badVerb(verb, v);
  }

  #printComplex(c: Complex, verb: string): void {
    if (!'vbgGxXfFeE'.includes(verb)) {
      this.#badVerb(verb, c);
      return;
    }
    const { plus } = this;
    this.buf += '(';
    this.#printFloat(c.re, 64, verb, c);
    this.plus = true;
    this.#printFloat(c.im, 64, verb, c);
    this.buf += 'i)';
    this.plus = plus;
  }

  #printString(s: string, verb: string, v: Value): void {
    switch (verb) {
      case 'v':
        if (this.sharpV) {
          this.fmtQ(s);
          return;
        }
        this.pad(this.precPresent ? truncateRunes(s, this.prec) : s);
        return;
      case 's':
        this.pad(this.precPresent ? truncateRunes(s, this.prec) : s);
        return;
      case 'x':
      case 'X':
        this.fmtSbx(encodeString(s), verb === 'X');
        return;
      case 'q':
        this.fmtQ(s);
        return;
    }
    this.#badVerb(verb, v);
  }

  #hasFlags(): boolean {
    const { widPresent, precPresent, plus, minus, sharp, space, zero, plusV, sharpV } = this;
    return widPresent || precPresent || plus || minus || sharp || space || zero || plusV || sharpV;
  }

  #printBytes(bytes: Uint8Array, verb: string, depth: number): void {
    switch (verb) {
      case 's':
      case 'q':
        this.#printString(decodeBytes(bytes), verb, bytes);
        return;
      case 'x':
      case 'X':
        this.fmtSbx(bytes, verb === 'X');
        return;
    }
    const { sharpV } = this;
    if ((verb === 'v' || verb === 'd') && !this.#hasFlags()) {
      this.buf += `[${bytes.join(' ')}]`;
      return;
    }
    if (sharpV) this.buf += depth === 0 ? '[]byte' : '[]uint8';
    if (sharpV && isNilBytes(bytes)) {
      this.buf += '(nil)';
      return;
    }
    this.buf += sharpV ? '{' : '[';
    for (let i = 0; i < bytes.length; i++) {
      if (i > 0) this.buf += sharpV ? ', ' : ' ';
      const byte = new Sized('uint8', BigInt(bytes[i]!));
      if (sharpV && verb === 'v') this.fmt0x64(BigInt(bytes[i]!), true);
      else this.#printInteger(BigInt(bytes[i]!), false, verb, byte);
    }
    this.buf += sharpV ? '}' : ']';
  }

  #printPointer(v: Value, verb: string): void {
    const kind = kindOf(v);
    if (!['func', 'ptr', 'map', 'slice'].includes(kind)) {
      this.#badVerb(verb, v);
      return;
    }
    switch (verb) {
      case 'v':
        if (this.sharpV) {
          this.buf += `(${goTypeName(v)})(`;
          this.fmt0x64(address, true);
          this.buf += ')';
        } else this.fmt0x64(address, !this.sharp);
        return;
      case 'p':
        this.fmt0x64(address, !this.sharp);
        return;
      case 'b':
      case 'o':
      case 'd':
      case 'x':
      case 'X':
        this.#printInteger(address, false, verb, v);
        return;
    }
    this.#badVerb(verb, v);
  }

  #printMethods(v: GoObject, verb: string): boolean {
    if (this.#erroring || this.sharpV || !'vsxXq'.includes(verb)) return false;
    const text = v.goString();
    if (text === undefined) return false;
    this.#printString(text, verb, v);
    return true;
  }

  printArg(v: Value, verb: string): void {
    if (v === null || v === undefined) {
      if (verb === 'T' || verb === 'v') this.pad('<nil>');
      else this.#badVerb(verb, null);
    } else if (verb === 'T') {
      const name = goTypeName(v);
      this.pad(this.precPresent ? truncateRunes(name, this.prec) : name);
    } else if (verb === 'p') this.#printPointer(v, verb);
    else if (verb === 'w' && !(v instanceof Uint8Array)) this.#badVerb(verb, v);
    else this.#printValue(v, verb, 0);
  }

  #printValue(v: Value, verb: string, depth: number): void {
    if (++this.#parts > maxParts) throw new RangeError(`more than ${maxParts} parts to print`);
    switch (typeof v) {
      case 'string':
        this.#printString(v, verb, v);
        return;
      case 'bigint':
        this.#printInteger(v, true, verb, v);
        return;
      case 'number':
        this.#printFloat(v, 64, verb, v);
        return;
      case 'boolean':
        if (verb === 't' || verb === 'v') this.pad(v ? 'true' : 'false');
        else this.#badVerb(verb, v);
        return;
    }
    if (v === null) this.buf += this.sharpV ? 'interface {}(nil)' : '<nil>';
    else if (v instanceof GoMap) this.#printMap(v, verb, depth);
    else if (Array.isArray(v)) this.#printSlice(v, verb, depth);
    else if (v instanceof GoObject) this.#printObject(v, verb, depth);
    else if (v instanceof Sized) this.#printSized(v, verb);
    else if (v instanceof Uint8Array) this.#printBytes(v, verb, depth);
    else this.#printPointer(v, verb);
  }

  #printSized(v: Sized, verb: string): void {
    if (typeof v.value === 'number') this.#printFloat(v.value, 32, verb, v);
    else this.#printInteger(v.value, intKinds.has(v.kind), verb, v);
  }

  #printMap(map: GoMap, verb: string, depth: number): void {
    if (this.sharpV && map.isNil === true) {
      this.buf += `${goTypeName(map)}(nil)`;
      return;
    }
    this.buf += this.sharpV ? `${goTypeName(map)}{` : 'map[';
    const separator = this.sharpV ? ', ' : ' ';
    let first = true;
    for (const key of sortedKeys(map)) {
      if (!first) this.buf += separator;
      first = false;
      this.#printString(key, verb, key);
      this.buf += ':';
      this.#printElement(map.get(key)!, verb, depth, map.goType);
    }
    this.buf += this.sharpV ? '}' : ']';
  }

  #printSlice(slice: Value[], verb: string, depth: number): void {
    const type = goTypeName(slice);
    if (this.sharpV && isNilSlice(slice)) {
      this.buf += `${type}(nil)`;
      return;
    }
    this.buf += this.sharpV ? `${type}{` : '[';
    for (let i = 0; i < slice.length; i++) {
      if (i > 0) this.buf += this.sharpV ? ', ' : ' ';
      this.#printElement(slice[i]!, verb, depth, type);
    }
    this.buf += this.sharpV ? '}' : ']';
  }

  #printElement(v: Value, verb: string, depth: number, containerType: string | undefined): void {
    if (v === null && !hasInterfaceElements(containerType)) this.buf += this.sharpV ? 'nil' : '<nil>';
    else this.#printValue(v, verb, depth + 1);
  }

  #printObject(v: GoObject, verb: string, depth: number): void {
    if (this.#printMethods(v, verb)) return;
    if (v instanceof Complex) {
      this.#printComplex(v, verb);
      return;
    }
    const contents = v.underlying();
    if (contents !== undefined) {
      this.#printValue(contents, verb, depth);
      return;
    }
    if (basicKinds.has(v.goKind)) {
      this.#printValue(v.toJsonValue() as Value, verb, depth);
      return;
    }
    if (v.goKind === 'ptr') {
      if (depth > 0) {
        this.#printPointer(v, verb);
        return;
      }
      this.buf += '&';
    }
    this.#printStruct(v, verb, depth);
  }

  #printStruct(v: GoObject, verb: string, depth: number): void {
    if (this.sharpV) this.buf += v.goType.replace(/^\*/, '');
    this.buf += '{';
    let first = true;
    for (const name of v.fieldNames()) {
      if (!first) this.buf += this.sharpV ? ', ' : ' ';
      first = false;
      if (this.plusV || this.sharpV) this.buf += `${name}:`;
      this.#printValue(v.field(name) ?? null, verb, depth + 1);
    }
    this.buf += '}';
  }

  /** A width or precision taken from the arguments (`*`); null if that argument is not a suitable integer. */
  static #intFromArg(args: readonly Value[], argNum: number): number | null {
    const v = args[argNum];
    const n = typeof v === 'bigint' ? v : v instanceof Sized && typeof v.value === 'bigint' ? v.value : null;
    return n === null || n > maxWidth || n < -maxWidth ? null : Number(n);
  }

  /** Parses `[n]` at `i`: the index of the next argument, and the position after it. */
  #argNumber(argNum: number, format: string, i: number, numArgs: number): { argNum: number; i: number; found: boolean } {
    if (format[i] !== '[') return { argNum, i, found: false };
    this.#reordered = true;
    const close = format.length - i < 3 ? -1 : format.indexOf(']', i);
    if (close < 0) {
      this.#goodArgNum = false;
      return { argNum, i: i + 1, found: false };
    }
    const text = format.slice(i + 1, close);
    const index = /^\d{1,7}$/.test(text) ? Number(text) - 1 : null;
    if (index !== null && index >= 0 && index < numArgs) return { argNum: index, i: close + 1, found: true };
    this.#goodArgNum = false;
    return { argNum, i: close + 1, found: index !== null };
  }

  #readFlags(format: string, start: number): number {
    let i = start;
    for (; i < format.length; i++) {
      switch (format.charCodeAt(i)) {
        case 35:
          this.sharp = true;
          continue;
        case 48:
          this.zero = true;
          continue;
        case 43:
          this.plus = true;
          continue;
        case 45:
          this.minus = true;
          continue;
        case 32:
          this.space = true;
          continue;
      }
      break;
    }
    return i;
  }

  /** Parses digits at `i`. A number above a million invalidates the rest of the format, as in Go. */
  static #parseNumber(format: string, i: number): { value: number | null; i: number } {
    let end = i;
    let value = 0;
    while (end < format.length && format.charCodeAt(end) >= 48 && format.charCodeAt(end) <= 57) {
      if (value > maxWidth) return { value: null, i: format.length };
      value = value * 10 + format.charCodeAt(end) - 48;
      end++;
    }
    return { value: end > i ? value : null, i: end };
  }

  #readWidth(args: readonly Value[], format: string, at: Cursor): void {
    if (format[at.i] === '*') {
      at.i++;
      const n = Printer.#intFromArg(args, at.argNum);
      if (at.argNum < args.length) at.argNum++;
      this.widPresent = n !== null;
      if (n === null) this.buf += '%!(BADWIDTH)';
      this.wid = Math.abs(n ?? 0);
      if (n !== null && n < 0) {
        this.minus = true;
        this.zero = false;
      }
      at.afterIndex = false;
      return;
    }
    const { value, i } = Printer.#parseNumber(format, at.i);
    at.i = i;
    this.widPresent = value !== null;
    this.wid = value ?? 0;
    if (at.afterIndex && this.widPresent) this.#goodArgNum = false;
  }

  #readPrecision(args: readonly Value[], format: string, at: Cursor): void {
    if (format[at.i] !== '.' || at.i + 1 >= format.length) return;
    at.i++;
    if (at.afterIndex) this.#goodArgNum = false;
    this.#readIndex(args, format, at);
    if (format[at.i] === '*') {
      at.i++;
      const n = Printer.#intFromArg(args, at.argNum);
      if (at.argNum < args.length) at.argNum++;
      this.precPresent = n !== null && n >= 0;
      this.prec = this.precPresent ? n! : 0;
      if (!this.precPresent) this.buf += '%!(BADPREC)';
      at.afterIndex = false;
      return;
    }
    const { value, i } = Printer.#parseNumber(format, at.i);
    at.i = i;
    this.prec = value ?? 0;
    this.precPresent = true;
  }

  #readIndex(args: readonly Value[], format: string, at: Cursor): void {
    const next = this.#argNumber(at.argNum, format, at.i, args.length);
    at.argNum = next.argNum;
    at.i = next.i;
    at.afterIndex = next.found;
  }

  #goSyntax(verb: string): void {
    if (verb !== 'v' && verb !== 'w') return;
    this.sharpV = this.sharp;
    this.sharp = false;
    this.plusV = this.plus;
    this.plus = false;
  }

  /** Formats one verb. The cursor is just after its `%`. */
  #directive(format: string, args: readonly Value[], at: Cursor): void {
    this.clearFlags();
    at.i = this.#readFlags(format, at.i);
    const c = format.charCodeAt(at.i);
    if (c < 97 || c > 122 || at.argNum >= args.length) {
      this.#readIndex(args, format, at);
      this.#readWidth(args, format, at);
      this.#readPrecision(args, format, at);
      if (!at.afterIndex) this.#readIndex(args, format, at);
    }
    if (at.i >= format.length) {
      this.buf += '%!(NOVERB)';
      return;
    }
    const verb = String.fromCodePoint(format.codePointAt(at.i)!);
    at.i += verb.length;
    if (verb === '%') this.buf += '%';
    else if (!this.#goodArgNum) this.buf += `%!${verb}(BADINDEX)`;
    else if (at.argNum >= args.length) this.buf += `%!${verb}(MISSING)`;
    else {
      this.#goSyntax(verb);
      this.printArg(args[at.argNum]!, verb);
      at.argNum++;
    }
  }

  doPrintf(format: string, args: readonly Value[]): void {
    const at: Cursor = { i: 0, argNum: 0, afterIndex: false };
    while (at.i < format.length) {
      this.#goodArgNum = true;
      const percent = format.indexOf('%', at.i);
      if (percent < 0) {
        this.buf += format.slice(at.i);
        break;
      }
      this.buf += format.slice(at.i, percent);
      at.i = percent + 1;
      this.#directive(format, args, at);
    }
    if (!this.#reordered && at.argNum < args.length) this.#extraArgs(args.slice(at.argNum));
  }

  #extraArgs(args: readonly Value[]): void {
    this.clearFlags();
    this.buf += '%!(EXTRA ';
    args.forEach((arg, i) => {
      if (i > 0) this.buf += ', ';
      if (arg === null || arg === undefined) this.buf += '<nil>';
      else {
        this.buf += `${goTypeName(arg)}=`;
        this.printArg(arg, 'v');
      }
    });
    this.buf += ')';
  }
}

interface Cursor {
  i: number;
  argNum: number;
  afterIndex: boolean;
}

const isString = (v: Value): boolean => typeof v === 'string' || (v instanceof GoObject && v.goKind === 'string');

/** fmt.Sprintf. */
export function sprintf(format: string, args: readonly Value[]): string {
  const p = new Printer();
  p.doPrintf(format, args);
  return p.buf;
}

/** fmt.Sprint: a space between two arguments if neither is a string. */
export function sprint(args: readonly Value[]): string {
  if (args.length === 1) return sprintValue(args[0]!);
  const p = new Printer();
  let previous = false;
  args.forEach((arg, i) => {
    const current = isString(arg);
    if (i > 0 && !current && !previous) p.buf += ' ';
    p.printArg(arg, 'v');
    previous = current;
  });
  return p.buf;
}

/** fmt.Sprint of one value. */
function sprintValue(v: Value): string {
  if (typeof v === 'string') return v;
  if (typeof v === 'bigint') return v.toString();
  if (typeof v === 'boolean') return v ? 'true' : 'false';
  const p = new Printer();
  p.printArg(v, 'v');
  return p.buf;
}

/** The text that a template prints for a value: a pointer prints as the value that it points to. */
export function sprintPointee(v: Value): string {
  const text = v instanceof GoObject ? v.addressString() : undefined;
  if (text !== undefined) return text;
  if (v instanceof GoObject && v.goKind === 'ptr' && v.goString() === undefined) return sprintValue(v).replace(/^&/, '');
  return sprintValue(v);
}

/** fmt.Sprintln. */
export function sprintln(args: readonly Value[]): string {
  const p = new Printer();
  args.forEach((arg, i) => {
    if (i > 0) p.buf += ' ';
    p.printArg(arg, 'v');
  });
  return `${p.buf}\n`;
}
