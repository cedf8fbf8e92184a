/** Default value functions of Sprig v3.3.0 (defaults.go). */

import { empty } from '@mcpgw/go/reflect';
import type { Func, Value } from '@mcpgw/go/values';
import { func } from './define.js';

const withDefault = (fallback: Value, ...given: Value[]): Value => (given.length === 0 || empty(given[0]!) ? fallback : given[0]!);

export const defaultFuncs: readonly Func[] = [
  func('default', ['any'], 'any', withDefault, 'any'),
  func('empty', ['any'], 'bool', empty),
  func('coalesce', [], 'any', (...values: Value[]) => values.find(v => !empty(v)) ?? null, 'any'),
  func('all', [], 'bool', (...values: Value[]) => !values.some(empty), 'any'),
  func('any', [], 'bool', (...values: Value[]) => values.some(v => !empty(v)), 'any'),
  func('ternary', ['any', 'any', 'bool'], 'any', (yes: Value, no: Value, condition: boolean) => (condition ? yes : no)),
];
