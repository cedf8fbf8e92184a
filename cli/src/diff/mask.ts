/** Masks secrets in reports: values of a Secret, and values that look like a key elsewhere. */
import { isKnownToken, isPlaceholder, isSecretName } from '@mcpgw/structure';
import { isList, isMap, isScalar, type JsonData, mapOf, own } from '../json.js';
import type { Change } from './compare.js';
import type { FieldPath, Segment } from './path.js';

/** Names that end like a secret but only refer to one. */
const references = /(?:existing|image-?pull)-?secrets?$|secret-?(?:name|ref)$/i;
/** Fields of agentgateway that hold a credential, by the field around them; undefined means any. */
const credentials: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ['key', ['backendAuth', 'auth', 'keys']],
  ['clientSecret', undefined],
  ['secretAccessKey', undefined],
  ['sessionToken', undefined],
]);

const pem = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g;
const userInfo = /(:\/\/)[^/\s@:]*:[^/\s@]+@/g;
const bearer = /\b(Bearer|Basic) [A-Za-z0-9._~+/=-]{8,}/g;
const assigned = /((?:token|secret|password|passwd|api[-_]?key)["']?\s*[=:]\s*["']?)(?!\$)[^\s"',&]{4,}/gi;
const knownToken = /(?:sk-|ghp_|github_pat_|xox[abprs]-|AKIA|eyJ)[\w.-]{10,}/g;

const size = (value: JsonData): string => `(masked, ${Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))} bytes)`;

/** A text without the secrets inside it. */
export const maskText = (text: string): string =>
  [pem, bearer, knownToken].reduce(
    (masked, pattern) => masked.replace(pattern, '(masked)'),
    text.replace(userInfo, '$1(masked)@').replace(assigned, '$1(masked)'),
  );

/** The name of a value: its field, or for `value` the name beside it. */
function nameOf(path: FieldPath): readonly string[] {
  const [around, last] = path.slice(-2) as [Segment | undefined, Segment | undefined];
  const own = typeof last === 'string' ? [last] : typeof last === 'object' ? [last.value] : [];
  return typeof around === 'object' && ['value', 'valuePrefix'].includes(String(last)) ? [...own, around.value] : own;
}

function holdsSecret(path: FieldPath): boolean {
  const names = nameOf(path);
  if (names.some(name => isSecretName(name) && !references.test(name))) return true;
  const last = path.at(-1);
  if (typeof last !== 'string' || !credentials.has(last)) return false;
  const parents = credentials.get(last);
  return parents === undefined || path.slice(-4, -1).some(segment => typeof segment === 'string' && parents.includes(segment));
}

const isInSecret = (kind: string, path: FieldPath): boolean => kind === 'Secret' && (path[0] === 'data' || path[0] === 'stringData');

/** The value without its secrets; `path` leads to it inside an object of the kind. */
export function maskValue(value: JsonData, kind: string, path: FieldPath): JsonData {
  if (isScalar(value)) {
    if (value === null || typeof value === 'boolean') return value;
    if (isInSecret(kind, path)) return size(value);
    if (typeof value === 'string' && isPlaceholder(value)) return value;
    if (holdsSecret(path) || isKnownToken(String(value))) return size(value);
    return typeof value === 'string' ? maskText(value) : value;
  }
  if (isList(value)) return value.map((item, i) => maskValue(item, kind, [...path, itemSegment(item, i)]));
  if (!isMap(value)) return value;
  return mapOf(Object.entries(value).map(([key, item]) => [key, maskValue(item, kind, [...path, key])]));
}

const itemSegment = (item: JsonData, place: number): Segment => {
  const name = own(item, 'name');
  return typeof name === 'string' ? { key: 'name', value: name } : place;
};

/** A change without its secrets. */
export function maskChange(change: Change, kind: string): Change {
  const { path, op, from, to } = change;
  return {
    path,
    op,
    ...(from === undefined ? {} : { from: maskValue(from, kind, path) }),
    ...(to === undefined ? {} : { to: maskValue(to, kind, path) }),
  };
}
