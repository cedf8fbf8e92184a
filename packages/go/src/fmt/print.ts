/** Printing without a format: fmt.Sprint and its relatives. Behavior: Go 1.26 fmt (print.go). */

import { GoObject, type Value } from '../values/value.js';
import { newPrinter } from './format.js';
import { printArg } from './print-value.js';

const isString = (v: Value): boolean => typeof v === 'string' || (v instanceof GoObject && v.goKind === 'string');

/** fmt.Sprint: a space between two arguments if neither is a string. */
export function sprint(args: readonly Value[]): string {
  if (args.length === 1) return sprintValue(args[0]!);
  const p = newPrinter();
  let previous = false;
  args.forEach((arg, i) => {
    const current = isString(arg);
    if (i > 0 && !current && !previous) p.buf += ' ';
    printArg(p, arg, 'v');
    previous = current;
  });
  return p.buf;
}

/** fmt.Sprint of one value. */
function sprintValue(v: Value): string {
  if (typeof v === 'string') return v;
  if (typeof v === 'bigint') return v.toString();
  if (typeof v === 'boolean') return v ? 'true' : 'false';
  const p = newPrinter();
  printArg(p, v, 'v');
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
  const p = newPrinter();
  args.forEach((arg, i) => {
    if (i > 0) p.buf += ' ';
    printArg(p, arg, 'v');
  });
  return `${p.buf}\n`;
}
