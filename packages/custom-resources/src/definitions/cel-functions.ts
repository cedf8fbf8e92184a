/**
 * The functions that Kubernetes adds to CEL, https://kubernetes.io/docs/reference/using-api/cel/: strings, lists, regular
 * expressions, URLs, addresses, quantities and sets. Expressions with other functions are not evaluated.
 */
import { isIP } from 'node:net';
import { Environment } from '@marcbachmann/cel-js/evaluator';
import { parseQuantity, wholeUnit } from '@mcpgw/kubernetes';
import { RE2JS } from 're2js';

/** An invalid argument of a function. As any runtime error of an expression, it refuses the object. */
class ValueFault extends Error {
  readonly code = 'invalid_value';
}

const fault = (message: string): never => {
  throw new ValueFault(message);
};

const compiledPatterns = new Map<string, RE2JS>();

function re(pattern: string): RE2JS {
  const found = compiledPatterns.get(pattern) ?? RE2JS.compile(pattern);
  compiledPatterns.set(pattern, found);
  return found;
}

const matches = (text: string, pattern: string): boolean => re(pattern).matcher(text).find();

function findAll(text: string, pattern: string, limit = -1n): string[] {
  const matcher = re(pattern).matcher(text);
  const found: string[] = [];
  while ((limit < 0n || found.length < Number(limit)) && matcher.find()) found.push(matcher.group() ?? '');
  return found;
}

class Url {
  readonly url: URL;
  readonly path: string;
  constructor(text: string) {
    this.url = parsedUrl(text) ?? fault(`"${text}" is not a URL`);
    this.path = text.startsWith('/') ? this.url.pathname : this.url.pathname.replace(/^\/$/, /:\/\/[^/?#]*\//.test(text) ? '/' : '');
  }
}

/** Parses an absolute URL or an absolute path, as Go's url.ParseRequestURI does. */
function parsedUrl(text: string): URL | undefined {
  if (!/^(?:\/|[A-Za-z][A-Za-z\d+.-]*:)/.test(text) || /[\s]/.test(text)) return undefined;
  try {
    return text.startsWith('/') ? new URL(text, 'none://none') : new URL(text);
  } catch {
    return undefined;
  }
}

const hostOf = ({ url }: Url): string => (url.protocol === 'none:' ? '' : url.hostname);

class Quantity {
  /** The amount in billionths. */
  readonly value: bigint;
  constructor(amount: string | bigint) {
    this.value = typeof amount === 'bigint' ? amount : (parseQuantity(amount) ?? fault(`"${amount}" is not a quantity`));
  }
}

class Ip {
  readonly text: string;
  readonly family: bigint;
  constructor(text: string) {
    this.text = text;
    this.family = BigInt(isIP(text)) || fault(`"${text}" is not an IP address`);
  }
}

class Cidr {
  readonly ip: Ip;
  readonly bits: bigint;
  constructor(text: string) {
    if (!isCidr(text)) fault(`"${text}" is not a range of addresses`);
    const [address = '', bits = ''] = text.split('/');
    this.ip = new Ip(address);
    this.bits = BigInt(bits);
  }
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  return more.length === 0 && family !== 0 && !address.includes('%') && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** The bits of an address as a number. */
function bitsOf({ text, family }: Ip): bigint {
  if (family === 4n) return text.split('.').reduce((all, part) => all * 256n + BigInt(part), 0n);
  const plain = text.replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number];
    return `:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const words = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [words(head), words(tail ?? '')];
  const middle = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...middle, ...after].reduce((all, word) => all * 65536n + BigInt(`0x${word}`), 0n);
}

function contains(range: Cidr, ip: Ip, bits: bigint): boolean {
  if (range.ip.family !== ip.family || bits < range.bits) return false;
  const shift = (ip.family === 4n ? 32n : 128n) - range.bits;
  return bitsOf(range.ip) >> shift === bitsOf(ip) >> shift;
}

/** The receiver of the functions of sets. */
class Sets {}

type Comparable = string | bigint | number | Date | boolean;

const less = (a: Comparable, b: Comparable): boolean => a < b;

function isSorted(list: Comparable[]): boolean {
  return list.every((item, index) => index === 0 || !less(item, list[index - 1]!));
}

function best(list: Comparable[], isBetter: (a: Comparable, b: Comparable) => boolean): Comparable {
  if (list.length === 0) fault('the list is empty');
  return list.reduce((found, item) => (isBetter(item, found) ? item : found));
}

function sum(list: unknown[]): unknown {
  if (list.some(item => typeof item === 'number')) return list.reduce<number>((all, item) => all + Number(item), 0);
  return list.reduce<bigint>((all, item) => all + BigInt(item as bigint), 0n);
}

const same = (a: unknown, b: unknown): boolean => keyOf(a) === keyOf(b);

const hasAll = (all: unknown[], some: unknown[]): boolean => some.every(item => all.some(other => same(item, other)));

function keyOf(value: unknown): string {
  return JSON.stringify(value, (_key, item) => {
    if (typeof item === 'bigint') return Number(item);
    return item instanceof Map ? [...item].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : item;
  });
}

function slice(text: string, start: bigint, end = BigInt([...text].length)): string {
  const characters = [...text];
  if (start < 0n || end < start || end > BigInt(characters.length)) fault('index out of range');
  return characters.slice(Number(start), Number(end)).join('');
}

/** Replacements for functions of the library. */
const replaced: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  matches: 're2_matches',
  join: 'k8s_join',
  split: 'k8s_split',
});

/** The name of the replacement of a library function; undefined if it is not replaced. */
export const ownName = (name: string): string | undefined => replaced[name];

const compare = (a: Quantity, b: Quantity): bigint => (a.value < b.value ? -1n : a.value > b.value ? 1n : 0n);

// biome-ignore lint/suspicious/noExplicitAny: the signatures declare the types of the arguments
type Handler = (...args: any[]) => unknown;

const functions: Readonly<Record<string, Handler>> = {
  'string.re2_matches(string): bool': matches,
  're2_matches(string, string): bool': matches,
  'string.find(string): string': (text: string, pattern: string) => findAll(text, pattern, 1n)[0] ?? '',
  'string.findAll(string): list<string>': (text: string, pattern: string) => findAll(text, pattern),
  'string.findAll(string, int): list<string>': findAll,
  'string.charAt(int): string': (text: string, at: bigint) => (at === BigInt([...text].length) ? '' : slice(text, at, at + 1n)),
  'string.replace(string, string): string': (text: string, from: string, to: string) => text.replaceAll(from, () => to),
  'string.reverse(): string': (text: string) => [...text].reverse().join(''),
  'string.k8s_split(string): list<string>': (text: string, by: string) => text.split(by),
  'string.k8s_split(string, int): list<string>': splitUpTo,
  'list.k8s_join(): string': (list: string[]) => list.join(''),
  'list.k8s_join(string): string': (list: string[], by: string) => list.join(by),
  'list.isSorted(): bool': isSorted,
  'list.sum(): dyn': sum,
  'list.min(): dyn': (list: Comparable[]) => best(list, less),
  'list.max(): dyn': (list: Comparable[]) => best(list, (a, b) => less(b, a)),
  'list.indexOf(dyn): int': (list: unknown[], item: unknown) => BigInt(list.findIndex(other => same(other, item))),
  'list.lastIndexOf(dyn): int': (list: unknown[], item: unknown) => BigInt(list.findLastIndex(other => same(other, item))),
  'Sets.contains(list, list): bool': (_sets: Sets, all: unknown[], some: unknown[]) => hasAll(all, some),
  'Sets.equivalent(list, list): bool': (_sets: Sets, a: unknown[], b: unknown[]) => hasAll(a, b) && hasAll(b, a),
  'Sets.intersects(list, list): bool': (_sets: Sets, a: unknown[], b: unknown[]) => a.some(item => hasAll(b, [item])),
  'isURL(string): bool': (text: string) => parsedUrl(text) !== undefined,
  'url(string): URL': (text: string) => new Url(text),
  'URL.getScheme(): string': ({ url }: Url) => (url.protocol === 'none:' ? '' : url.protocol.slice(0, -1)),
  'URL.getHost(): string': (url: Url) => (hostOf(url) === '' ? '' : url.url.host),
  'URL.getHostname(): string': (url: Url) => hostOf(url).replace(/^\[(.*)\]$/, '$1'),
  'URL.getPort(): string': ({ url }: Url) => url.port,
  'URL.getEscapedPath(): string': ({ path }: Url) => path,
  'isIP(string): bool': (text: string) => isIP(text) !== 0 && !text.includes('%'),
  'ip(string): IP': (text: string) => new Ip(text),
  'IP.family(): int': ({ family }: Ip) => family,
  'IP.isUnspecified(): bool': (ip: Ip) => bitsOf(ip) === 0n,
  'IP.isLoopback(): bool': (ip: Ip) => (ip.family === 4n ? bitsOf(ip) >> 24n === 127n : bitsOf(ip) === 1n),
  'isCIDR(string): bool': isCidr,
  'cidr(string): CIDR': (text: string) => new Cidr(text),
  'CIDR.containsIP(string): bool': (range: Cidr, text: string) => containsIp(range, new Ip(text)),
  'CIDR.containsIP(IP): bool': (range: Cidr, ip: Ip) => containsIp(range, ip),
  'CIDR.containsCIDR(string): bool': (range: Cidr, text: string) => containsCidr(range, new Cidr(text)),
  'CIDR.containsCIDR(CIDR): bool': (range: Cidr, other: Cidr) => containsCidr(range, other),
  'CIDR.ip(): IP': ({ ip }: Cidr) => ip,
  'CIDR.prefixLength(): int': ({ bits }: Cidr) => bits,
  'isQuantity(string): bool': (text: string) => parseQuantity(text) !== undefined,
  'quantity(string): Quantity': (text: string) => new Quantity(text),
  'Quantity.sign(): int': ({ value }: Quantity) => (value > 0n ? 1n : value < 0n ? -1n : 0n),
  'Quantity.isInteger(): bool': ({ value }: Quantity) => value % wholeUnit === 0n,
  'Quantity.asInteger(): int': ({ value }: Quantity) =>
    value % wholeUnit === 0n ? value / wholeUnit : fault('the quantity is not an integer'),
  'Quantity.asApproximateFloat(): double': ({ value }: Quantity) => Number(value) / Number(wholeUnit),
  'Quantity.add(Quantity): Quantity': (a: Quantity, b: Quantity) => new Quantity(a.value + b.value),
  'Quantity.sub(Quantity): Quantity': (a: Quantity, b: Quantity) => new Quantity(a.value - b.value),
  'Quantity.isLessThan(Quantity): bool': (a: Quantity, b: Quantity) => compare(a, b) < 0n,
  'Quantity.isGreaterThan(Quantity): bool': (a: Quantity, b: Quantity) => compare(a, b) > 0n,
  'Quantity.compareTo(Quantity): int': compare,
};

const containsIp = (range: Cidr, ip: Ip): boolean => contains(range, ip, ip.family === 4n ? 32n : 128n);
const containsCidr = (range: Cidr, other: Cidr): boolean => contains(range, other.ip, other.bits);

function splitUpTo(text: string, by: string, limit: bigint): string[] {
  if (limit === 0n) return [];
  const parts = text.split(by);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const kept = Number(limit) - 1;
  return [...parts.slice(0, kept), parts.slice(kept).join(by)];
}

let made: Environment | undefined;

/** The environment of expressions in definitions: the variable `self`, and the functions of Kubernetes. */
export function environment(): Environment {
  made ??= makeEnvironment();
  return made;
}

function makeEnvironment(): Environment {
  const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  for (const [name, ctor] of Object.entries({ URL: Url, IP: Ip, CIDR: Cidr, Quantity, Sets }))
    environment.registerType(name, { ctor, fields: {} });
  for (const [signature, handler] of Object.entries(functions)) environment.registerFunction(signature, handler);
  environment.registerConstant('sets', 'Sets', new Sets());
  return environment.registerVariable('self', 'dyn').registerVariable('oldSelf', 'dyn');
}

let none: unknown;

/** The value of `oldSelf` for a new object: an empty optional. */
export function noOldSelf(): unknown {
  none ??= new Environment({ enableOptionalTypes: true }).evaluate('optional.none()', {});
  return none;
}
