/**
 * The variables and functions of the proxy's CEL, by version and by the phase in which an expression runs. Follows the fields of
 * its `Executor` (cel/types.rs) and the functions that its context registers (celx, cel-fork), v0.12 to v1.4.
 */
import { isIP } from 'node:net';
import { type CelNode, type CelType, type CelWorld, inRange } from '@mcpgw/structure';
import { nameReadsAs, pathReadsAs, readsAsPattern } from '../judges/literal-texts.js';

/** When an expression runs. `start`: once, without a request. `connection`: before HTTP. `llm`: with the body of an LLM request. */
export type CelPhase = 'start' | 'connection' | 'request' | 'response' | 'mcp' | 'llm' | 'log';

/** The type of a field and the first version that has it. A number range follows numbers. `any` has fields of its own. */
type Field = readonly [CelType | 'any', (string | undefined)?, (readonly [number, number])?];
type Fields = Readonly<Record<string, Field>>;

const v10 = '1.0.0';
const v12 = '1.2.0';
const table = <T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> => Object.assign(Object.create(null), rows);
const counts = (since: string | undefined, ...names: string[]): Fields =>
  Object.fromEntries(names.map((name): [string, Field] => [name, ['number', since, [0, Number.POSITIVE_INFINITY]]]));
const named: Field = ['any'];

/** The fields of each variable; undefined if its fields are free, such as claims. */
const variables = table<{ readonly fields?: Fields; readonly since?: string; readonly phases?: readonly CelPhase[] }>({
  request: {
    phases: ['request', 'response', 'mcp', 'llm', 'log'],
    fields: table<Field>({
      ...Object.fromEntries(['method', 'uri', 'host', 'scheme', 'path', 'version'].map((name): [string, Field] => [name, ['string']])),
      pathAndQuery: ['string', v10],
      headers: ['map'],
      body: ['bytes'],
      bodyPrefix: ['bytes', v12],
      startTime: ['timestamp'],
      endTime: ['timestamp'],
    }),
  },
  response: {
    phases: ['response', 'log'],
    fields: table<Field>({
      code: ['number', undefined, [100, 999]],
      grpcStatus: ['number', v12],
      headers: ['map'],
      body: ['bytes'],
      bodyPrefix: ['bytes', v12],
    }),
  },
  source: {
    phases: ['connection', 'request', 'response', 'mcp', 'llm', 'log'],
    fields: table<Field>({
      address: ['string'],
      port: ['number', undefined, [0, 65535]],
      rawAddress: ['string', v12],
      rawPort: ['number', v12, [0, 65535]],
      identity: named,
      subjectAltNames: ['list'],
      issuer: ['string'],
      subject: ['string'],
      subjectCn: ['string'],
      certificate: ['string', v12],
      unverifiedWorkload: ['any', v12],
      connectHeaders: ['map', v12],
    }),
  },
  destination: { since: v12, fields: table<Field>({ address: ['string'], port: ['number', undefined, [0, 65535]] }) },
  proxy: {
    since: v12,
    fields: table<Field>({
      ...Object.fromEntries(['bind', 'gateway', 'listener', 'route'].map((name): [string, Field] => [name, named])),
      requestProcessingDuration: ['duration'],
      upstreamDuration: ['duration'],
      responseProcessingDuration: ['duration'],
    }),
  },
  env: { since: v10, fields: table<Field>({ podName: ['string'], namespace: ['string'], gateway: ['string'] }) },
  jwt: {},
  apiKey: {},
  basicAuth: { fields: table<Field>({ username: ['string'] }) },
  extauthz: {},
  extproc: {},
  mcpGuardrails: { since: v12 },
  metadata: { since: v10 },
  llmRequest: { since: v10, phases: ['llm'] },
  mcp: {
    phases: ['mcp', 'log'],
    fields: table<Field>({
      methodName: ['string', v10],
      sessionId: ['string', v10],
      tool: named,
      prompt: named,
      resource: named,
      task: ['any', v12],
      error: ['any', v12],
    }),
  },
  backend: { fields: table<Field>({ name: ['string'], type: ['string'], protocol: ['string'] }) },
  llm: {
    fields: table<Field>({
      streaming: ['bool'],
      requestModel: ['string'],
      responseModel: ['string'],
      provider: ['string'],
      prompt: ['list'],
      completion: ['list'],
      params: named,
      ...counts(undefined, 'inputTokens', 'outputTokens', 'totalTokens', 'countTokens'),
      ...counts(v10, 'inputImageTokens', 'inputTextTokens', 'inputAudioTokens', 'cachedInputTokens', 'cacheCreationInputTokens'),
      ...counts(v10, 'outputImageTokens', 'outputTextTokens', 'outputAudioTokens', 'reasoningTokens'),
      serviceTier: ['string', v10],
      timeToFirstToken: ['duration', v12],
      timePerOutputToken: ['duration', v12],
      toolCalls: ['list', v12],
      cost: ['any', v12],
      costRates: ['any', v12],
      costStatus: ['any', v12],
    }),
  },
});

const third = table<Fields>({
  'mcp.tool': table<Field>({
    target: ['string'],
    name: ['string'],
    arguments: ['any', v10],
    result: ['any', v10],
    error: ['any', v10],
  }),
  'mcp.prompt': table<Field>({ target: ['string'], name: ['string'] }),
  'mcp.resource': table<Field>({ target: ['string'], name: ['string'] }),
  'source.identity': table<Field>({ trustDomain: ['string'], namespace: ['string'], serviceAccount: ['string'] }),
});

const functions = table<{ readonly since?: string; readonly gives?: CelType }>({
  ...rows({ gives: 'bool' }, 'contains startsWith endsWith matches has exists all exists_one existsOne isIP hasValue'),
  ...rows({ gives: 'bool' }, 'containsIP containsCIDR isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast'),
  ...rows({ gives: 'number' }, 'size double int uint random indexOf lastIndexOf prefixLength family'),
  ...rows({ gives: 'number' }, 'getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek getHours getMinutes getSeconds'),
  ...rows({ gives: 'number' }, 'getMilliseconds'),
  ...rows({ gives: 'string' }, 'string uuid base64Encode base64.encode toJson to_json charAt join lowerAscii upperAscii trim replace'),
  ...rows({ gives: 'string' }, 'substring regexReplace'),
  ...rows({ gives: 'list' }, 'split'),
  ...rows({}, 'max min bytes map filter json jsonField with mapValues merge variables default fail base64Decode base64.decode'),
  ...rows(
    {},
    'cidr ip masked flatten flattenRecursive flatten_recursive optional.none optional.of optional.ofNonZeroValue value or orValue',
  ),
  duration: { gives: 'duration' },
  timestamp: { gives: 'timestamp' },
  ...rows({ since: v10, gives: 'string' }, 'stripPrefix stripSuffix md5.encode sha1.encode sha256.encode setQuery addQuery cookie'),
  ...rows({ since: v10 }, 'coalesce filterKeys unvalidatedJwtPayload redacted raw query'),
  ...rows({ since: v12 }, 'type unredacted form.encode form.decode url.encode url.decode'),
  ...rows({ since: v12 }, 'math.abs math.bitAnd math.bitNot math.bitOr math.bitShiftLeft math.bitShiftRight math.bitXor math.ceil'),
  ...rows(
    { since: v12 },
    'math.floor math.greatest math.isFinite math.isInf math.isNaN math.least math.round math.sign math.sqrt math.trunc',
  ),
});

function rows<T>(row: T, names: string): Record<string, T> {
  return Object.fromEntries(names.split(' ').map(name => [name, row]));
}

/** The names before the dot of qualified functions. */
export const namespaces: ReadonlySet<string> = new Set(
  Object.keys(functions).flatMap(name => (name.includes('.') ? [name.split('.')[0]!] : [])),
);
export const functionNames: readonly string[] = Object.keys(functions);
export const variableNames: readonly string[] = Object.keys(variables);

const from = (version: string, since: string | undefined): boolean => since === undefined || inRange(version, { since });

export const hasFunction = (name: string, version: string): boolean =>
  functions[name] !== undefined && from(version, functions[name].since);

/** The first version that has a variable or function, if it exists at all. */
export const variableSince = (name: string): string | undefined => variables[name] && (variables[name].since ?? '0.11.0');
export const functionSince = (name: string): string | undefined => functions[name] && (functions[name].since ?? '0.11.0');

export const hasVariable = (name: string, version: string): boolean =>
  variables[name] !== undefined && from(version, variables[name].since);

/** Whether a variable exists when an expression of the phase runs. */
export function isIn(name: string, phase: CelPhase): boolean {
  if (name === 'env') return true;
  return variables[name]?.phases?.includes(phase) ?? (phase !== 'start' && phase !== 'connection');
}

/** The fields of a path of one or two names that a version has; undefined if they are not fixed. */
export function fieldsOf(path: readonly string[], version: string): readonly string[] | undefined {
  const fields = path.length === 1 ? variables[path[0]!]?.fields : third[path.join('.')];
  return fields === undefined ? undefined : Object.keys(fields).filter(name => from(version, fields[name]![1]));
}

function fieldAt([name, field, inner, ...more]: readonly string[]): Field | undefined {
  if (field === undefined || name === undefined || more.length > 0) return undefined;
  return inner === undefined ? variables[name]?.fields?.[field] : third[`${name}.${field}`]?.[inner];
}

const claims = table<CelType>({ exp: 'number', iat: 'number', nbf: 'number', iss: 'string', sub: 'string', jti: 'string' });
const isHeader = ([name, field, header, ...more]: readonly string[]): boolean =>
  (name === 'request' || name === 'response') && field === 'headers' && header !== undefined && more.length === 0;

function typeOf(path: readonly string[]): CelType | undefined {
  if (path.length === 1 && variables[path[0]!] !== undefined) return 'map';
  if (isHeader(path)) return 'string';
  if (path.length === 2 && path[0] === 'jwt') return claims[path[1]!];
  const type = fieldAt(path)?.[0];
  return type === 'any' ? undefined : type;
}

const words = table<readonly string[]>({
  'request.scheme': ['http', 'https'],
  'backend.type': ['ai', 'mcp', 'static', 'dynamic', 'service', 'unknown'],
  'backend.protocol': ['http', 'tcp', 'a2a', 'mcp', 'llm'],
});

const httpMethods = /^[!#$%&'*+.^`|~\w-]+$/;
const mcpMethod = /^(?:initialize|ping|[a-z]+\/[A-Za-z_/]+)$/;
const versions = ['HTTP/0.9', 'HTTP/1.0', 'HTTP/1.1', 'HTTP/2.0', 'HTTP/3.0'];

/** Why a text with a form of its own never equals a path, whatever the test. */
function excludedForm(name: string, text: string): string | undefined {
  if (name === 'request.path' || name === 'request.pathAndQuery') {
    const reads = pathReadsAs(text);
    if (reads !== undefined) return `"${text}" reads as ${reads}, and is compared as it is`;
  }
  const reads = name === 'request.host' ? nameReadsAs(text) : readsAsPattern(text);
  return reads === undefined ? undefined : `"${text}" reads as ${reads}, and is compared as it is`;
}

/** Why a path never equals a text, never starts with it, or never has it as a part. */
function excludes(path: readonly string[], test: '==' | 'startsWith' | 'part', text: string): string | undefined {
  const name = path.join('.');
  const form = excludedForm(name, text);
  if (form !== undefined) return form;
  if (name === 'request.host' && /[A-Z]/.test(text)) return `clients send names of hosts in lower case: request.host has no "${text}"`;
  if (test === 'part') return undefined;
  if (name === 'request.path' || name === 'request.pathAndQuery') {
    if (text !== '' && !text.startsWith('/')) return `${name} begins with "/", so never with "${text}"`;
    if (text === '' && test === '==') return `${name} is never empty`;
    return name === 'request.path' && /[?#]/.test(text) ? `request.path has no query, so it never is "${text}"` : undefined;
  }
  if (name === 'request.method') {
    if (!httpMethods.test(text)) return `"${text}" is not a method of HTTP`;
    return text !== text.toUpperCase() ? `methods are in upper case: request.method is never "${text}"` : undefined;
  }
  if (name === 'request.host' && /[/?#]/.test(text)) return `request.host is a host without scheme and path, never "${text}"`;
  if (test === 'startsWith') return undefined;
  return excludedValue(name, text);
}

function excludedValue(name: string, text: string): string | undefined {
  if (name === 'request.uri') return text.includes('://') ? undefined : `request.uri begins with the scheme: it is never "${text}"`;
  if (name === 'source.address' || name === 'source.rawAddress')
    return isIP(text) === 0 ? `${name} is an IP address, never "${text}"` : undefined;
  if (name === 'request.version')
    return versions.includes(text) ? undefined : `request.version is one of ${versions.join(', ')}, never "${text}"`;
  if (name === 'mcp.methodName') return mcpMethod.test(text) ? undefined : `"${text}" is not a method of MCP, such as "tools/call"`;
  const known = words[name];
  return known === undefined || known.includes(text) ? undefined : `${name} is one of ${known.join(', ')}, never "${text}"`;
}

/** What is known about expressions of a version. `custom` are the names of functions that the configuration defines. */
export function celWorld(version: string, custom: ReadonlySet<string>): CelWorld {
  const broken = (node: CelNode): boolean => {
    if (node.type === 'name') return !hasVariable(node.name, version);
    return node.type === 'call' && node.target === undefined && !hasFunction(node.name, version) && !custom.has(node.name);
  };
  return {
    typeOf,
    resultOf: name => functions[name]?.gives,
    excludes,
    range: path => fieldAt(path)?.[2],
    broken,
  };
}
