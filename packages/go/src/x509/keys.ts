/** Private keys of sprig v3.3.0's certificate functions (crypto.go): RSA, ECDSA, Ed25519 and DSA in the PEM forms of Go. */
import type { KeyObject } from 'node:crypto';
import { type BitString, fromBER, Integer, OctetString, Sequence } from 'asn1js';
import { FuncError } from '../values/value.js';
import { decodePem, encodePem } from './pem.js';
import { generateRsaPrivateKey } from './rsa.js';

// A static import would be hoisted into the file of the importer, which loads this module on first use.
const { createPrivateKey, generateKeyPairSync } = process.getBuiltinModule('node:crypto');

/** A key that can sign certificates, or the PEM text of a key that cannot. */
export type PrivateKey = { readonly signs: true; readonly key: KeyObject } | { readonly signs: false; readonly pem: string };

/** A new RSA key. */
export const generateRsaKey = (bits: number): PrivateKey => ({
  signs: true,
  key: generateRsaPrivateKey(bits),
});

/** genPrivateKey: a new key as PEM. For an unknown type it returns a text that says so. */
export function generatePrivateKey(type: string): string {
  switch (type) {
    case '':
    case 'rsa':
      return encodeKey(generateRsaKey(4096));
    case 'ecdsa':
      return encodeKey({ signs: true, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey });
    case 'ed25519':
      return encodeKey({ signs: true, key: generateKeyPairSync('ed25519').privateKey });
    case 'dsa':
      return encodeDsaKey(generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }));
    default:
      return `Unknown type ${type}`;
  }
}

/** The key as PEM: PKCS#1 for RSA, SEC 1 for ECDSA, PKCS#8 for Ed25519. */
export function encodeKey(privateKey: PrivateKey): string {
  if (!privateKey.signs) return privateKey.pem;
  const { key } = privateKey;
  if (key.asymmetricKeyType === 'rsa') return encodePem({ type: 'RSA PRIVATE KEY', bytes: key.export({ type: 'pkcs1', format: 'der' }) });
  if (key.asymmetricKeyType === 'ec') return encodePem({ type: 'EC PRIVATE KEY', bytes: key.export({ type: 'sec1', format: 'der' }) });
  return encodePem({ type: 'PRIVATE KEY', bytes: key.export({ type: 'pkcs8', format: 'der' }) });
}

/** The members of a DER sequence; none if the bytes are not one. asn1js throws for some strings that are cut short. */
export function sequenceOf(der: Uint8Array): Sequence['valueBlock']['value'] {
  try {
    const { offset, result } = fromBER(der);
    return offset > 0 && result instanceof Sequence ? result.valueBlock.value : [];
  } catch {
    return [];
  }
}

/** The sequence of version, p, q, g, y, x: the traditional form of OpenSSL. */
function encodeDsaKey({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): string {
  const [algorithm, bits] = sequenceOf(publicKey.export({ type: 'spki', format: 'der' })) as [Sequence, BitString];
  const [, , secret] = sequenceOf(privateKey.export({ type: 'pkcs8', format: 'der' })) as [Integer, Sequence, OctetString];
  const parameters = algorithm.valueBlock.value[1] as Sequence;
  const y = fromBER(bits.valueBlock.valueHexView).result;
  const x = fromBER(secret.valueBlock.valueHexView).result;
  const key = new Sequence({ value: [new Integer({ value: 0 }), ...parameters.valueBlock.value, y, x] });
  return encodePem({ type: 'DSA PRIVATE KEY', bytes: new Uint8Array(key.toBER()) });
}

type Format = 'pkcs1' | 'sec1' | 'pkcs8';
const formats: Readonly<Record<string, readonly [format: Format, failure: string]>> = {
  'PRIVATE KEY': ['pkcs8', 'decoding PEM as PKCS#8'],
  'RSA PRIVATE KEY': ['pkcs1', 'parsing RSA private key from PEM'],
  'EC PRIVATE KEY': ['sec1', 'parsing EC private key from PEM'],
};
const parserNames: Readonly<Record<Format, string>> = {
  pkcs1: 'ParsePKCS1PrivateKey',
  sec1: 'ParseECPrivateKey',
  pkcs8: 'ParsePKCS8PrivateKey',
};

/**
 * Parses the first PEM block of a text as a private key.
 *
 * @throws FuncError with sprig's message
 */
export function parsePrivateKey(text: string): PrivateKey {
  const block = decodePem(text);
  if (block === undefined) throw new FuncError('no PEM data in input');
  const { type, bytes } = block;
  if (type === 'DSA PRIVATE KEY') return parseDsaKey(bytes);
  const known = Object.hasOwn(formats, type) ? formats[type] : undefined;
  if (known !== undefined) return parseKey(bytes, ...known);
  if (!type.endsWith(' PRIVATE KEY')) throw new FuncError(`no private key data in PEM block of type ${type}`);
  throw new FuncError(`invalid private key type ${type}`);
}

function parseDsaKey(bytes: Uint8Array): PrivateKey {
  const numbers = sequenceOf(bytes);
  const valid = numbers.length >= 6 && numbers.every(number => number instanceof Integer);
  if (!valid) throw new FuncError('parsing DSA private key from PEM: asn1: structure error: not a DSA key');
  return { signs: false, pem: encodePem({ type: 'DSA PRIVATE KEY', bytes }) };
}

const signing = new Set(['rsa', 'ec', 'ed25519']);

function parseKey(bytes: Uint8Array, format: Format, failure: string): PrivateKey {
  const found = formatOf(bytes);
  if (found !== undefined && found !== format) {
    throw new FuncError(`${failure}: x509: failed to parse private key (use ${parserNames[found]} instead for this key format)`);
  }
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: format });
  } catch {
    throw new FuncError(`${failure}: x509: failed to parse private key`);
  }
  return signing.has(key.asymmetricKeyType ?? '') ? { signs: true, key } : { signs: false, pem: encodePem({ type: 'PRIVATE KEY', bytes }) };
}

/** The form of a key, determined by the second member of its sequence. */
function formatOf(bytes: Uint8Array): Format | undefined {
  const second = sequenceOf(bytes)[1];
  if (second instanceof Sequence) return 'pkcs8';
  if (second instanceof OctetString) return 'sec1';
  return second instanceof Integer ? 'pkcs1' : undefined;
}
