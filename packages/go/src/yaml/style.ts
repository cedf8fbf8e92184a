/**
 * The style that goyaml requests from its emitter for a string. Behavior: stringv of encode.go, go.yaml.in/yaml/v2 v2.4.3. v3 v3.0.4
 * differs only in `0o` integers.
 */
import type { Style } from './emitter.js';
import { isPlainString, resolve } from './resolve.js';

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** The style of a string in go.yaml.in/yaml/v2. */
export function stringStyle(text: string): Style {
  if (text.includes('\n')) return 'literal';
  if (isPlainString(text)) return 'plain';
  return resolve('', text).tag === '!!str' && !base60.test(text) ? 'plain' : 'double';
}

/** v3 also resolves the text after `0o` as a signed number in base 8. */
const signedOctal = /^0o[+-][0-7]{1,22}$/;

/** The style of a string in go.yaml.in/yaml/v3. */
export function stringStyleV3(text: string): Style {
  return signedOctal.test(text.replaceAll('_', '')) ? 'double' : stringStyle(text);
}
