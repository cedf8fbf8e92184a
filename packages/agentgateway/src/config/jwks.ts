/** Key sets of issuers, as agentgateway's http/jwt.rs reads them, v0.11 to v1.4. */
import { type Problem, type Shape, string, versioned } from '@mcpgw/structure';
import { fileOrRemoteOr } from './common.js';

type Key = Readonly<Record<string, unknown>>;

const parameters: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  RSA: ['n', 'e'],
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
});
const curves = ['P-256', 'P-384', 'P-521', 'Ed25519'];

const keysProblem = (message: string): Problem => ({
  message,
  suggestion: 'name a file with {file: ...}, an address with {url: ...}, or write the JSON of the key set',
});

const isObject = (value: unknown): value is Key => typeof value === 'object' && value !== null && !Array.isArray(value);

function keyProblem(key: unknown, kinds: readonly string[]): string | undefined {
  if (!isObject(key)) return 'the key set holds something that is not a key';
  const { kty, kid } = key;
  if (kty === 'oct') return 'the key set contains a symmetric key; the proxy takes RSA, EC and Ed25519';
  if (typeof kty !== 'string' || !kinds.includes(kty))
    return `a key has the "kty" ${JSON.stringify(kty) ?? 'of none'}; known are ${kinds.join(', ')}`;
  const wrong = parameters[kty]!.find(name => typeof key[name] !== 'string');
  if (wrong !== undefined) return `a key of "kty" ${kty} lacks "${wrong}", or it is not a string`;
  if (typeof kid !== 'string') return 'a key has no "kid", or it is not a string';
  if (kty !== 'RSA' && !curves.includes(String(key.crv))) return `the key "${kid}" has the unknown curve ${JSON.stringify(key.crv)}`;
  const coded = ['n', 'e', 'x', 'y'].find(name => typeof key[name] === 'string' && !/^[\w-]*$/.test(key[name]));
  if (coded !== undefined) return `"${coded}" of the key "${kid}" is not coded as base64url`;
  const listed = ['key_ops', 'x5c'].find(name => key[name] !== undefined && key[name] !== null && !Array.isArray(key[name]));
  return listed === undefined ? undefined : `"${listed}" of the key "${kid}" is not a list`;
}

/** A set of public keys in JSON. */
const inlineJwks = (...kinds: string[]) =>
  string('a JSON key set', text => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return keysProblem('this is neither a file, nor an address, nor the JSON of a key set');
    }
    const keys = (parsed as { keys?: unknown } | null)?.keys;
    if (!Array.isArray(keys)) return keysProblem('the key set has no list "keys"');
    for (const key of keys) {
      const problem = keyProblem(key, kinds);
      if (problem !== undefined) return keysProblem(problem);
    }
    return undefined;
  });

/** The keys of an issuer: a file, a URL, or the JSON itself. */
export const jwks: Shape = versioned(
  { until: '1.2.0', shape: fileOrRemoteOr(inlineJwks('RSA', 'EC')) },
  { shape: fileOrRemoteOr(inlineJwks('RSA', 'EC', 'OKP')) },
);
