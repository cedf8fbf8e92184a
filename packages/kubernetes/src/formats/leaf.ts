import { nearest } from '@mcpgw/diagnostics';
import { checkCel, listNames, type Problem, type ScalarNode, typeName } from '@mcpgw/structure';
import { cron } from './cron.js';
import * as grammar from './grammar.js';
import { cidr, ip, isIp } from './ip.js';
import * as paths from './paths.js';
import { parseQuantity } from './quantity.js';
import * as storage from './storage.js';
import { rfc3339, rfc3339Micro, timeZone } from './time.js';
import { windowsCredentials, windowsUser } from './windows.js';

/** A scalar of a type table: what it is, for messages, and what is wrong with a value that is not null. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly name: string;
  readonly expected: string;
  /** Takes texts, and takes an empty text for no value. */
  readonly isText: boolean;
  /** The least and the greatest integer; without an end where it is infinite. */
  readonly range?: readonly [number, number];
  /** The words that are taken, each with the minor version that brought it. */
  readonly words?: ReadonlyMap<string, number>;
  /** Judges a value for a minor version of Kubernetes 1. */
  readonly check: (node: ScalarNode, minor: number) => Problem | undefined;
}

type TextCheck = (text: string, minor: number) => grammar.Wrong;

const textFormats: Readonly<Record<string, readonly [string, TextCheck]>> = {
  string: ['a string', () => undefined],
  label: ['a DNS label', grammar.dnsLabel],
  dns1035: ['a DNS label', grammar.dnsLabel1035],
  'service-name': ['the name of a service', grammar.dnsLabel1035],
  subdomain: ['a DNS name', grammar.dnsSubdomain],
  'label-key': ['a qualified name', grammar.qualifiedName],
  'annotation-key': ['the key of an annotation', text => grammar.qualifiedName(text.toLowerCase())],
  'qualified-lower': ['a qualified name', text => grammar.qualifiedName(text.toLowerCase())],
  'limit-type': ['a type of limits', limitType],
  reference: ['the name of an object', (text, minor) => (minor >= 34 ? grammar.dnsSubdomain(text) : undefined)],
  'stateful-service': ['the name of a service', (text, minor) => (minor >= 34 ? grammar.dnsLabel(text) : undefined)],
  'label-value': ['the value of a label', grammar.labelValue],
  'path-segment': ['a name', grammar.pathSegment],
  'domain-path': ['a domain and a path', grammar.domainPath],
  'port-name': ['the name of a port', grammar.portName],
  'config-key': ['a key', grammar.configKey],
  'env-name': ['the name of an environment variable', grammar.envName],
  'env-prefix': ['the prefix of environment variables', grammar.envName],
  'header-name': [
    'the name of a header',
    text => (/^[-A-Za-z0-9]+$/.test(text) ? undefined : 'it must consist of letters, digits and "-"'),
  ],
  'search-domain': ['a search domain', searchDomain],
  'csi-driver': ['the name of a CSI driver', csiDriver],
  sysctl: ['the name of a sysctl', sysctl],
  hostname: ['a host name', text => (text.length > 64 ? 'it may have at most 64 characters' : grammar.dnsSubdomain(text))],
  'iscsi-name': ['the name of an iSCSI node', storage.iscsiName],
  'host-ports': ['a list of hosts with ports', storage.hostPorts],
  'not-empty': ['a key', text => (text === '' ? 'it may not be empty' : undefined)],
  'pool-name': [
    'the name of a pool',
    text =>
      text
        .split('/')
        .map(grammar.dnsSubdomain)
        .find(wrong => wrong !== undefined),
  ],
  'kind-name': ['the name of a kind', text => grammar.dnsLabel1035(text.toLowerCase())],
  'group-version': ['a group and version', grammar.groupVersion],
  'init-restart': ['a restart policy', initRestart],
  image: ['the name of an image', text => (text.trim() === text ? undefined : 'spaces may not stand at its start or end')],
  tenant: ['the id of a tenant', atMost(64)],
  'flow-account': ['a service account', text => (text === '*' ? undefined : grammar.dnsSubdomain(text))],
  'device-name': ['the name of an attribute', storage.deviceName],
  'device-attribute': [
    'the name of an attribute',
    text => (text.includes('/') ? storage.deviceName(text) : 'it must have a domain before it, such as gpu.example.com/model'),
  ],
  semver: ['a version', text => (semver.test(text) ? undefined : 'it must look like 1.2.3')],
  text64: ['a text', atMost(64)],
  text128: ['a text', atMost(128)],
  text256: ['a text', atMost(256)],
  text1024: ['a text', atMost(1024)],
  'signer-name': ['the name of a signer', grammar.signerName],
  'json-path': [
    'a JSON path',
    text => (jsonPath.test(text) ? undefined : 'it must be keys with a dot before each, such as .spec.replicas'),
  ],
  'cel-name': [
    'a name in CEL',
    text => (/^[_a-zA-Z]\w*$/.test(text) ? undefined : 'it must be a letter or "_" and then letters, digits and "_"'),
  ],
  'c-name': [
    'an identifier',
    text => (/^[A-Za-z_]\w*$/.test(text) ? undefined : 'it must consist of letters, digits and "_", and not start with a digit'),
  ],
  'url-path': ['a path', urlPath],
  'windows-user': ['the name of a Windows user', windowsUser],
  'windows-credentials': ['a specification of credentials', windowsCredentials],
  ip: ['an IP address', ip],
  cidr: ['an address range', cidr],
  'source-range': ['an address range', text => cidr(text.trim())],
  'ingress-host': ['a host', ingressHost],
  'wildcard-host': ['a host', text => (text.includes('*') ? grammar.wildcardDomain(text) : grammar.dnsSubdomain(text))],
  'absolute-path': ['an absolute path', paths.absolutePath],
  'relative-path': ['a relative path', paths.descendingPath],
  'mount-file': ['a relative path', paths.mountFile],
  'no-backsteps': ['a path', paths.noBacksteps],
  base64: ['base64', paths.base64],
  cron: ['a schedule', cron],
  'time-zone': ['a time zone', timeZone],
  time: ['a time', rfc3339],
  'micro-time': ['a time with microseconds', rfc3339Micro],
  cel: ['an expression', celProblem],
  'resource-name': ['the name of a resource', resourceName],
};

function atMost(length: number): TextCheck {
  return text => (text.length > length ? `it may have at most ${length} characters` : undefined);
}

function initRestart(text: string, minor: number): grammar.Wrong {
  return minor === 34 || /^(?:Always|OnFailure|Never)$/.test(text) ? undefined : 'it must be Always, OnFailure or Never';
}

const semver = /^\d+\.\d+\.\d+(?:-[-.\w]+)?(?:\+[-.\w]+)?$/;
const jsonPath = /^(?:\.[a-zA-Z_][-\w]*)+$/;

function urlPath(text: string): grammar.Wrong {
  if (!text.startsWith('/')) return 'it must start with "/"';
  return /^\/[^*\s]*\*?$/.test(text) ? undefined : '"*" may stand only at its end';
}

function searchDomain(text: string, minor: number): grammar.Wrong {
  if (minor < 34) return grammar.dnsSubdomain(text.replace(/\.$/, ''));
  return text === '.' ? undefined : grammar.underscoreDomain(text.replace(/\.$/, ''));
}

function limitType(text: string): grammar.Wrong {
  if (text.includes('/')) return grammar.qualifiedName(text);
  return /^(?:Pod|Container|PersistentVolumeClaim)$/.test(text)
    ? undefined
    : 'it must be Pod, Container or PersistentVolumeClaim, or have a domain before it';
}

function celProblem(text: string): grammar.Wrong {
  const error = checkCel(text);
  return error === undefined ? undefined : `at character ${error.at + 1}, ${error.message}`;
}

function csiDriver(text: string): grammar.Wrong {
  return text.length > 63 ? 'it may have at most 63 characters' : grammar.dnsSubdomain(text.toLowerCase());
}

const sysctlForm = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?(?:[./][a-z0-9](?:[-_a-z0-9]*[a-z0-9])?)*$/;

function sysctl(text: string): grammar.Wrong {
  return text.length <= 253 && sysctlForm.test(text) ? undefined : 'it must be a name such as net.core.somaxconn';
}

function ingressHost(text: string): grammar.Wrong {
  if (isIp(text)) return 'it must be a DNS name, an IP address is refused';
  return text.includes('*') ? grammar.wildcardDomain(text) : grammar.dnsSubdomain(text);
}

const containerResources = new Set(['cpu', 'memory', 'ephemeral-storage']);

function resourceName(text: string): grammar.Wrong {
  const wrong = grammar.qualifiedName(text);
  if (wrong !== undefined) return wrong;
  if (text.includes('/')) return text.startsWith('requests.') ? 'it may not start with "requests."' : undefined;
  if (containerResources.has(text) || text.startsWith('hugepages-')) return undefined;
  return 'it must be cpu, memory, ephemeral-storage, hugepages-<size>, or have a domain before it, such as nvidia.com/gpu';
}

const numberRanges: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  port: [1, 65535],
  id: [0, 2 ** 31 - 1],
  'file-mode': [0, 0o777],
};

const other: Readonly<Record<string, Leaf>> = {
  bool: leaf('bool', 'true or false', (node, found) => (typeof node.value === 'boolean' ? undefined : found())),
  float: leaf('float', 'a number', (node, found) =>
    typeof node.value === 'number' || typeof node.value === 'bigint' ? undefined : found(),
  ),
  quantity: leaf('quantity', 'a quantity, such as 250m or 1Gi', quantity),
  'port-or-name': leaf('port-or-name', 'a port or the name of one', portOrName),
  'target-port': leaf('target-port', 'a port or the name of one', (node, found) =>
    node.value === 0 || node.value === '' ? undefined : portOrName(node, found),
  ),
  'count-or-percent': leaf('count-or-percent', 'a number or a percentage', countOrPercent),
  'schema-or-bool': {
    ...leaf('schema-or-bool', 'a schema, true or false', (node, found) => (typeof node.value === 'boolean' ? undefined : found())),
  },
};

function leaf(name: string, expected: string, check: (node: ScalarNode, found: () => Problem) => Problem | undefined): Leaf {
  return { kind: 'leaf', name, expected, isText: false, check: node => check(node, () => mismatch(node, expected)) };
}

const leaves = new Map<string, Leaf>();

/** The leaf of a format, with or without a range: `label`, `int32(0..5)`. Throws for a name that is no format. */
export function leafOf(text: string): Leaf {
  let known = leaves.get(text);
  if (known === undefined) {
    known = makeLeaf(text);
    leaves.set(text, known);
  }
  return known;
}

function makeLeaf(text: string): Leaf {
  const [name, from, to] = text.split(/\(|\.\.|\)/);
  const simple = other[name!];
  if (simple !== undefined) return simple;
  const range = numberRanges[name!];
  if (range !== undefined) return numberLeaf(name!, from ? Number(from) : range[0], to ? Number(to) : range[1]);
  const format = textFormats[name!];
  if (format === undefined) throw new Error(`no format is called ${text}`);
  return textLeaf(name!, ...format);
}

function textLeaf(name: string, expected: string, wrongWith: TextCheck): Leaf {
  const check = (node: ScalarNode, minor: number): Problem | undefined => {
    if (typeof node.value !== 'string') return mismatch(node, expected);
    const wrong = wrongWith(node.value, minor);
    return wrong === undefined ? undefined : { rule: 'bad-value', message: `${quoted(node.value)} is not ${expected}: ${wrong}` };
  };
  return { kind: 'leaf', name, expected, isText: true, check };
}

function numberLeaf(name: string, min: number, max: number): Leaf {
  const check = (node: ScalarNode): Problem | undefined => {
    const { value } = node;
    if (typeof value !== 'number' && typeof value !== 'bigint') return mismatch(node, 'an integer');
    if (typeof value === 'number' && !Number.isInteger(value)) return mismatch(node, 'an integer');
    if (typeof value === 'bigint' && name === 'int64' && BigInt.asIntN(64, value) !== value)
      return { rule: 'bad-value', message: `${node.text} does not fit into 64 bits` };
    if (value >= min && value <= max) return undefined;
    const fits = name === 'int64' || (value >= -(2 ** 31) && value < 2 ** 31);
    return { rule: fits ? 'bad-value' : 'wrong-type', message: `${node.text} is out of range: ${rangeWords(min, max)}` };
  };
  return { kind: 'leaf', name, expected: 'an integer', isText: false, range: [min, max], check };
}

function rangeWords(min: number, max: number): string {
  if (max >= 2 ** 31 - 1) return min < 0 ? 'it does not fit into 32 bits' : `at least ${min}`;
  return `from ${min} to ${max}`;
}

/** Later than every version: by default no server knows the word. */
const behindGate = 1000;

/** The leaf of a list of words; `Word@1.33` is known from Kubernetes 1.33 on, `Word@gate` with a feature gate on. */
export function wordsOf(specs: readonly string[]): Leaf {
  const since = new Map<string, number>();
  for (const spec of specs) {
    const [word, version] = spec.split('@');
    since.set(word!, version === undefined ? 0 : version === 'gate' ? behindGate : Number(version.slice(2)));
  }
  const expected = `one of ${listNames([...since].filter(([, from]) => from !== behindGate).map(([word]) => word))}`;
  const check = (node: ScalarNode, minor: number): Problem | undefined => {
    if (typeof node.value !== 'string') return mismatch(node, expected);
    const known = since.get(node.value);
    if (known !== undefined && known <= minor) return undefined;
    return unknownWord(node.value, since, minor);
  };
  return { kind: 'leaf', name: specs.join('|'), expected, isText: true, words: since, check };
}

function unknownWord(text: string, since: ReadonlyMap<string, number>, minor: number): Problem {
  const later = since.get(text);
  if (later === behindGate)
    return { rule: 'bad-value', message: `"${text}" needs a server with its feature gate on: by default it is off` };
  if (later !== undefined) return { rule: 'bad-value', message: `"${text}" is known from Kubernetes 1.${later} on, this is 1.${minor}` };
  const words = [...since].filter(([, from]) => from <= minor).map(([word]) => word);
  const near = text === '' ? undefined : nearest(text, words);
  const suggestion = near === undefined ? `one of ${listNames(words)}` : `did you mean "${near}"?`;
  return { rule: 'bad-value', message: `${quoted(text)} is none of the known values`, suggestion };
}

function quantity(node: ScalarNode, found: () => Problem): Problem | undefined {
  const { value } = node;
  if (typeof value === 'boolean') return found();
  if (parseQuantity(String(value)) !== undefined) return undefined;
  return {
    rule: 'bad-value',
    message: `${quoted(String(value))} is no quantity: it must be a number, and after it nothing or one of m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei`,
  };
}

function portOrName(node: ScalarNode, found: () => Problem): Problem | undefined {
  const { value } = node;
  if (typeof value === 'string') return portNameProblem(value);
  if (typeof value !== 'number' || !Number.isInteger(value)) return found();
  if (value >= 1 && value <= 65535) return undefined;
  return { rule: 'bad-value', message: `${node.text} is out of range: from 1 to 65535` };
}

function portNameProblem(text: string): Problem | undefined {
  const wrong = grammar.portName(text);
  if (wrong === undefined) return undefined;
  const problem = { rule: 'bad-value', message: `${quoted(text)} is not the name of a port: ${wrong}` } as const;
  return /^\d+$/.test(text) ? { ...problem, suggestion: 'remove the quotes to name a port by its number' } : problem;
}

function countOrPercent(node: ScalarNode, found: () => Problem): Problem | undefined {
  const { value } = node;
  if (typeof value === 'string') {
    if (/^\d+%$/.test(value)) return undefined;
    const problem = { rule: 'bad-value', message: `${quoted(value)} is neither a number nor a percentage such as "25%"` } as const;
    return /^\d+$/.test(value) ? { ...problem, suggestion: 'remove the quotes' } : problem;
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) return found();
  if (value >= 2 ** 31) return { rule: 'wrong-type', message: `${node.text} is out of range: it does not fit into 32 bits` };
  return value >= 0 ? undefined : { rule: 'bad-value', message: `${node.text} is out of range: at least 0` };
}

function mismatch(node: ScalarNode, expected: string): Problem {
  const message = `expected ${expected}, found ${typeName(node)}`;
  const wantsText = !/^(?:an integer|true or false|a number)/.test(expected);
  if (wantsText && node.plain) return { rule: 'wrong-type', message, suggestion: `put quotes around it: "${node.text}"` };
  if (!wantsText && typeof node.value === 'string' && /^(?:-?\d+|true|false)$/.test(node.text))
    return { rule: 'wrong-type', message, suggestion: 'remove the quotes' };
  return { rule: 'wrong-type', message };
}

const maxShown = 80;

/** A text in quotes, cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
}
