/** Conversions of Sprig v3.3.0 (functions.go, numeric.go). A value that cannot be converted is 0, never an error. */

import { atoi, parseInt64OrZero, toFloat64, toInt64 } from '@mcpgw/go/cast';
import { type Func, int64, type Value } from '@mcpgw/go/values';
import { func } from './define.js';
import { formatValue, strslice, strval } from './strval.js';

export const conversionFuncs: readonly Func[] = [
  func('atoi', ['string'], 'int', atoi),
  func('int', ['any'], 'int', toInt64),
  func('int64', ['any'], 'int64', (v: Value) => int64(toInt64(v))),
  func('float64', ['any'], 'float64', toFloat64),
  func('toDecimal', ['any'], 'int64', (v: Value) => int64(parseInt64OrZero(formatValue(v), 8))),
  func('toString', ['any'], 'string', strval),
  func('toStrings', ['any'], '[]string', strslice),
];
