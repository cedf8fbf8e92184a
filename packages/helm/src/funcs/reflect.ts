/** Type functions of Sprig v3.3.0 (reflect.go). */

import { deepEqual, goTypeName, kindOf } from '@mcpgw/go/reflect';
import type { Func, Value } from '@mcpgw/go/values';
import { func } from './define.js';

function typeIsLike(target: string, v: Value): boolean {
  const name = goTypeName(v);
  return target === name || `*${target}` === name;
}

export const reflectFuncs: readonly Func[] = [
  func('typeOf', ['any'], 'string', goTypeName),
  func('typeIs', ['string', 'any'], 'bool', (target: string, v: Value) => target === goTypeName(v)),
  func('typeIsLike', ['string', 'any'], 'bool', typeIsLike),
  func('kindOf', ['any'], 'string', kindOf),
  func('kindIs', ['string', 'any'], 'bool', (target: string, v: Value) => target === kindOf(v)),
  func('deepEqual', ['any', 'any'], 'bool', deepEqual),
];
