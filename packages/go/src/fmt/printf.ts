/** Formats: their verbs, flags, widths and indexes of arguments. Behavior: Go 1.26 fmt (print.go, doPrintf). */

import { goTypeName } from '../reflect/types.js';
import { Sized, type Value } from '../values/value.js';
import { clearFlags, newPrinter, type Printer } from './format.js';
import { printArg } from './print-value.js';

const maxWidth = 1e6;

/** A width or precision taken from the arguments (`*`); null if that argument is not a suitable integer. */
function intFromArg(args: readonly Value[], argNum: number): number | null {
  const v = args[argNum];
  const n = typeof v === 'bigint' ? v : v instanceof Sized && typeof v.value === 'bigint' ? v.value : null;
  return n === null || n > maxWidth || n < -maxWidth ? null : Number(n);
}

/** Parses `[n]` at `i`: the index of the next argument, and the position after it. */
function argNumber(p: Printer, argNum: number, format: string, i: number, numArgs: number): { argNum: number; i: number; found: boolean } {
  if (format[i] !== '[') return { argNum, i, found: false };
  p.reordered = true;
  const close = format.length - i < 3 ? -1 : format.indexOf(']', i);
  if (close < 0) {
    p.goodArgNum = false;
    return { argNum, i: i + 1, found: false };
  }
  const text = format.slice(i + 1, close);
  const index = /^\d{1,7}$/.test(text) ? Number(text) - 1 : null;
  if (index !== null && index >= 0 && index < numArgs) return { argNum: index, i: close + 1, found: true };
  p.goodArgNum = false;
  return { argNum, i: close + 1, found: index !== null };
}

function readFlags(p: Printer, format: string, start: number): number {
  let i = start;
  for (; i < format.length; i++) {
    switch (format.charCodeAt(i)) {
      case 35:
        p.sharp = true;
        continue;
      case 48:
        p.zero = true;
        continue;
      case 43:
        p.plus = true;
        continue;
      case 45:
        p.minus = true;
        continue;
      case 32:
        p.space = true;
        continue;
    }
    break;
  }
  return i;
}

/** Parses digits at `i`. A number above a million invalidates the rest of the format, as in Go. */
function parseNumber(format: string, i: number): { value: number | null; i: number } {
  let end = i;
  let value = 0;
  while (end < format.length && format.charCodeAt(end) >= 48 && format.charCodeAt(end) <= 57) {
    if (value > maxWidth) return { value: null, i: format.length };
    value = value * 10 + format.charCodeAt(end) - 48;
    end++;
  }
  return { value: end > i ? value : null, i: end };
}

function readWidth(p: Printer, args: readonly Value[], format: string, at: Cursor): void {
  if (format[at.i] === '*') {
    at.i++;
    const n = intFromArg(args, at.argNum);
    if (at.argNum < args.length) at.argNum++;
    p.widPresent = n !== null;
    if (n === null) p.buf += '%!(BADWIDTH)';
    p.wid = Math.abs(n ?? 0);
    if (n !== null && n < 0) {
      p.minus = true;
      p.zero = false;
    }
    at.afterIndex = false;
    return;
  }
  const { value, i } = parseNumber(format, at.i);
  at.i = i;
  p.widPresent = value !== null;
  p.wid = value ?? 0;
  if (at.afterIndex && p.widPresent) p.goodArgNum = false;
}

function readPrecision(p: Printer, args: readonly Value[], format: string, at: Cursor): void {
  if (format[at.i] !== '.' || at.i + 1 >= format.length) return;
  at.i++;
  if (at.afterIndex) p.goodArgNum = false;
  readIndex(p, args, format, at);
  if (format[at.i] === '*') {
    at.i++;
    const n = intFromArg(args, at.argNum);
    if (at.argNum < args.length) at.argNum++;
    p.precPresent = n !== null && n >= 0;
    p.prec = p.precPresent ? n! : 0;
    if (!p.precPresent) p.buf += '%!(BADPREC)';
    at.afterIndex = false;
    return;
  }
  const { value, i } = parseNumber(format, at.i);
  at.i = i;
  p.prec = value ?? 0;
  p.precPresent = true;
}

function readIndex(p: Printer, args: readonly Value[], format: string, at: Cursor): void {
  const next = argNumber(p, at.argNum, format, at.i, args.length);
  at.argNum = next.argNum;
  at.i = next.i;
  at.afterIndex = next.found;
}

function goSyntax(p: Printer, verb: string): void {
  if (verb !== 'v' && verb !== 'w') return;
  p.sharpV = p.sharp;
  p.sharp = false;
  p.plusV = p.plus;
  p.plus = false;
}

/** Formats one verb. The cursor is just after its `%`. */
function printDirective(p: Printer, format: string, args: readonly Value[], at: Cursor): void {
  clearFlags(p);
  at.i = readFlags(p, format, at.i);
  const c = format.charCodeAt(at.i);
  if (c < 97 || c > 122 || at.argNum >= args.length) {
    readIndex(p, args, format, at);
    readWidth(p, args, format, at);
    readPrecision(p, args, format, at);
    if (!at.afterIndex) readIndex(p, args, format, at);
  }
  if (at.i >= format.length) {
    p.buf += '%!(NOVERB)';
    return;
  }
  const verb = String.fromCodePoint(format.codePointAt(at.i)!);
  at.i += verb.length;
  if (verb === '%') p.buf += '%';
  else if (!p.goodArgNum) p.buf += `%!${verb}(BADINDEX)`;
  else if (at.argNum >= args.length) p.buf += `%!${verb}(MISSING)`;
  else {
    goSyntax(p, verb);
    printArg(p, args[at.argNum]!, verb);
    at.argNum++;
  }
}

function doPrintf(p: Printer, format: string, args: readonly Value[]): void {
  const at: Cursor = { i: 0, argNum: 0, afterIndex: false };
  while (at.i < format.length) {
    p.goodArgNum = true;
    const percent = format.indexOf('%', at.i);
    if (percent < 0) {
      p.buf += format.slice(at.i);
      break;
    }
    p.buf += format.slice(at.i, percent);
    at.i = percent + 1;
    printDirective(p, format, args, at);
  }
  if (!p.reordered && at.argNum < args.length) extraArgs(p, args.slice(at.argNum));
}

function extraArgs(p: Printer, args: readonly Value[]): void {
  clearFlags(p);
  p.buf += '%!(EXTRA ';
  args.forEach((arg, i) => {
    if (i > 0) p.buf += ', ';
    if (arg === null || arg === undefined) p.buf += '<nil>';
    else {
      p.buf += `${goTypeName(arg)}=`;
      printArg(p, arg, 'v');
    }
  });
  p.buf += ')';
}

interface Cursor {
  i: number;
  argNum: number;
  afterIndex: boolean;
}

/** fmt.Sprintf. */
export function sprintf(format: string, args: readonly Value[]): string {
  const p = newPrinter();
  doPrintf(p, format, args);
  return p.buf;
}
