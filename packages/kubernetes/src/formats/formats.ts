/** The formats of the type tables: the shapes behind their names. */
import {
  bool,
  checkCel,
  type EnumShape,
  number,
  type Problem,
  type ScalarNode,
  type ScalarShape,
  type Shape,
  type StringShape,
} from '@mcpgw/structure';
import { cron } from './cron.js';
import * as grammar from './grammar.js';
import { cidr, ip, isIp } from './ip.js';
import * as paths from './paths.js';
import { parseQuantity } from './quantity.js';
import * as storage from './storage.js';
import { rfc3339, rfc3339Micro, timeZone } from './time.js';
import { behindGate, minorOf, versionOfMinor } from './versions.js';
import { windowsCredentials, windowsUser } from './windows.js';

/** Checks the text of a format for a minor version of Kubernetes 1. */
type FormatCheck = (text: string, minor: number) => grammar.Wrong;

const textFormats: Readonly<Record<string, readonly [string, FormatCheck]>> = {
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
  hostname: ['a hostname', text => (text.length > 64 ? 'it may have at most 64 characters' : grammar.dnsSubdomain(text))],
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

function atMost(length: number): FormatCheck {
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

const numberRanges: Readonly<Record<string, readonly [min: number | undefined, max: number | undefined]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [undefined, undefined],
  port: [1, 65535],
  id: [0, 2 ** 31 - 1],
  'file-mode': [0, 0o777],
};

const scalars: Readonly<Record<string, Shape>> = {
  bool,
  float: number(),
  quantity: scalar('quantity', 'a quantity, such as 250m or 1Gi', ['string', 'number'], quantity),
  'port-or-name': scalar('port-or-name', 'a port or the name of one', ['integer', 'string'], portOrName),
  'target-port': scalar('target-port', 'a port or the name of one', ['integer', 'string'], node =>
    node.value === 0 || node.value === '' ? undefined : portOrName(node),
  ),
  'count-or-percent': scalar('count-or-percent', 'a number or a percentage', ['integer', 'string'], countOrPercent),
};

function scalar(format: string, name: string, types: ScalarShape['types'], check: NonNullable<ScalarShape['check']>): ScalarShape {
  return { type: 'scalar', name, types, check, format };
}

const known = new Map<string, Shape>();

/**
 * The shape of a format, with or without a range: `label`, `int32(0..5)`.
 * @throws Error if the name is not a format.
 */
export function formatShape(text: string): Shape {
  let shape = known.get(text);
  if (shape === undefined) {
    shape = makeShape(text);
    known.set(text, shape);
  }
  return shape;
}

/**
 * The shape of a string format, such as that of keys.
 * @throws Error if the name is not a string format.
 */
export function textFormat(name: string): StringShape {
  const shape = formatShape(name);
  if (shape.type !== 'string') throw new Error(`the format ${name} is not one of texts`);
  return shape;
}

function makeShape(text: string): Shape {
  const [name, from, to] = text.split(/\(|\.\.|\)/);
  const simple = scalars[name!];
  if (simple !== undefined) return simple;
  const range = numberRanges[name!];
  if (range !== undefined) return integer(name!, from ? Number(from) : range[0], to ? Number(to) : range[1]);
  const format = textFormats[name!];
  if (format === undefined) throw new Error(`no format is called ${text}`);
  return textShape(name!, ...format);
}

function textShape(format: string, name: string, wrongWith: FormatCheck): Shape {
  if (format === 'string') return { type: 'string', name, format };
  const check = (text: string, version?: string): Problem | undefined => {
    const wrong = wrongWith(text, minorOf(version));
    return wrong === undefined ? undefined : { rule: 'bad-value', message: `${quoted(text)} is not ${name}: ${wrong}` };
  };
  return { type: 'string', name, format, check };
}

function integer(name: string, min: number | undefined, max: number | undefined): Shape {
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return { type: 'integer', integral: true, bits: name === 'int64' ? 64 : 32, ...bounds };
}

/** The shape of a list of words. `Word@1.33` is known from Kubernetes 1.33 on, `Word@gate` only if a feature gate is on. */
export function wordsShape(specs: readonly string[]): EnumShape {
  const since = new Map<string, string>();
  const values = specs.map(spec => {
    const [word, version] = spec.split('@');
    if (version !== undefined) since.set(word!, version === 'gate' ? behindGate : versionOfMinor(Number(version.slice(2))));
    return word!;
  });
  return { type: 'enum', values, ...(since.size === 0 ? {} : { since }) };
}

function quantity({ value }: ScalarNode): Problem | undefined {
  if (parseQuantity(String(value)) !== undefined) return undefined;
  return {
    rule: 'bad-value',
    message: `${quoted(String(value))} is not a quantity: it must be a number, and after it nothing or one of m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei`,
  };
}

function portOrName({ value, text }: ScalarNode): Problem | undefined {
  if (typeof value === 'string') return portNameProblem(value);
  if (Number(value) >= 1 && Number(value) <= 65535) return undefined;
  return { rule: 'bad-value', message: `${text} is out of range: from 1 to 65535` };
}

function portNameProblem(text: string): Problem | undefined {
  const wrong = grammar.portName(text);
  if (wrong === undefined) return undefined;
  const problem = { rule: 'bad-value', message: `${quoted(text)} is not the name of a port: ${wrong}` } as const;
  return /^\d+$/.test(text) ? { ...problem, suggestion: 'remove the quotes to name a port by its number' } : problem;
}

function countOrPercent({ value, text }: ScalarNode): Problem | undefined {
  if (typeof value === 'string') {
    if (/^\d+%$/.test(value)) return undefined;
    const problem = { rule: 'bad-value', message: `${quoted(value)} is neither a number nor a percentage such as "25%"` } as const;
    return /^\d+$/.test(value) ? { ...problem, suggestion: 'remove the quotes' } : problem;
  }
  if (Number(value) >= 2 ** 31) return { rule: 'wrong-type', message: `${text} is out of range: it does not fit into 32 bits` };
  return Number(value) >= 0 ? undefined : { rule: 'bad-value', message: `${text} is out of range: at least 0` };
}

const maxShown = 80;

/** A text in quotes, truncated if it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
}
