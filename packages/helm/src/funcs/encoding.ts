/** Base64 and base32 of Sprig v3.3.0 (strings.go). Invalid input yields the error's text. */
import { decodeBase32, decodeBase64, encodeBase32, encodeBase64 } from '@mcpgw/go/encoding';
import type { Func } from '@mcpgw/go/values';
import { func } from './define.js';

export const encodingFuncs: readonly Func[] = [
  func('b64enc', ['string'], 'string', encodeBase64),
  func('b64dec', ['string'], 'string', decodeBase64),
  func('b32enc', ['string'], 'string', encodeBase32),
  func('b32dec', ['string'], 'string', decodeBase32),
];
