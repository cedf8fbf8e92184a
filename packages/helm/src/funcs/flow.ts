/** Flow control of Sprig v3.3.0 (functions.go): fail, and the greeting of its first example. */
import { type Func, FuncError } from '@mcpgw/go/values';
import { func } from './define.js';

function fail(message: string): never {
  throw new FuncError(message);
}

export const flowFuncs: readonly Func[] = [func('fail', ['string'], 'string', fail), func('hello', [], 'string', () => 'Hello!')];
