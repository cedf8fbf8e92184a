/** uuidv4 of sprig v3.3.0 (crypto.go). */
import type { Func } from '@mcpgw/go/values';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

export const uuidFuncs = (deps: FuncDeps): readonly Func[] => [func('uuidv4', [], 'string', () => uuidv4(deps))];

/** A random UUID of version 4 in lower-case hexadecimal. */
function uuidv4(deps: FuncDeps): string {
  const bytes = deps.randomBytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
