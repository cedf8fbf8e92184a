import { safeText } from '@mcpgw/loader';
import { addressProblem, ConfigurationError, type ConfigurationFault, checkServeApi } from '@mcpgw/mcp-config';
import type { EndpointConfig, RestApiConfig } from './api-config.js';
import {
  bodyMethods,
  type RestApi,
  type RestAuth,
  type RestEndpoint,
  type RestParameter,
  type RestResponse,
  restDefaults,
} from './endpoint.js';
import { endpointFaults } from './endpoint-faults.js';
import { readOpenApi } from './openapi.js';

type ParameterConfig = NonNullable<EndpointConfig['parameters']>[string];

function readParameter(name: string, config: ParameterConfig, method: EndpointConfig['method']): RestParameter {
  const { in: place, name: wireName = name, required, style, whole = false, ...schema } = config;
  const byDefault = place === 'path' || (place === 'body' && bodyMethods.has(method) && schema.default === undefined);
  return {
    name,
    wireName,
    in: place,
    required: required ?? byDefault,
    schema,
    style: style ?? (config.type === 'object' ? 'deep' : 'repeat'),
    sendsDefault: true,
    isWholeBody: whole,
  };
}

function readResponse(response: EndpointConfig['response']): RestResponse {
  if (response === 'text' || response === 'none') return { kind: response };
  return { kind: 'json', ...(response !== undefined && { schema: response }) };
}

function readEndpoint(config: EndpointConfig): RestEndpoint {
  const { name, title, description, method, path, parameters = {}, body = 'json', response, timeout } = config;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    method,
    path,
    parameters: Object.entries(parameters).map(([argument, parameter]) => readParameter(argument, parameter, method)),
    bodyType: body,
    response: readResponse(response),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
  };
}

function readAuth(auth: NonNullable<RestApiConfig['auth']>): RestAuth {
  const { header, value, file = '', prefix = '' } = auth;
  return value === undefined ? { header, file, prefix } : { header, value };
}

function baseUrlFault(url: string | undefined, hasDocument: boolean): [string, string] | undefined {
  const example = 'such as "base_url: https://api.example.com/v1"';
  if (url === undefined)
    return [
      hasDocument ? 'the API has no "base_url", and its document does not name a server' : 'the API has no "base_url"',
      `add one, ${example}`,
    ];
  if (!URL.canParse(url)) return ['the address of the API is not a URL', `write the whole address, ${example}`];
  const { protocol, username, password, search, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return ['the address of the API is not an http or https URL', `write one, ${example}`];
  if (username !== '' || password !== '')
    return ['the address of the API contains a user name or a password', 'remove them, and send them with "auth"'];
  const blocked = addressProblem(url, false);
  if (blocked !== undefined) return [blocked.message, blocked.suggestion ?? 'write another address'];
  return search !== '' || hash !== '' || /[?#]/.test(url)
    ? ['the address of the API has a query or a fragment', 'end it before "?" or "#"; a fixed query can be a parameter with a default']
    : undefined;
}

/** An endpoint with the place in the configuration that it comes from. */
interface PlacedEndpoint {
  readonly endpoint: RestEndpoint;
  readonly at: readonly (string | number)[];
  readonly isOfDocument: boolean;
}

const documentPath = ['openapi', 'document'];

function nameFaults(placed: readonly PlacedEndpoint[]): ConfigurationFault[] {
  const seen = new Set<string>();
  return placed.flatMap(({ endpoint: { name }, at, isOfDocument }) => {
    const isFirst = !seen.has(name);
    seen.add(name);
    if (isFirst) return [];
    const suggestion = isOfDocument ? `leave it out with "exclude: [${name}]"` : 'give each endpoint its own name';
    return [{ path: isOfDocument ? at : [...at, 'name'], message: safeText(`two endpoints have the name "${name}"`), suggestion }];
  });
}

/** What is wrong inside of a document is said at its name: the rest of the place is part of the message. */
function placedFaults({ endpoint, at, isOfDocument }: PlacedEndpoint, taken: ReadonlySet<string>): ConfigurationFault[] {
  if (!isOfDocument) return endpointFaults(endpoint, taken, at);
  return endpointFaults(endpoint, taken, []).map(({ path, message }) => ({
    path: at,
    message: safeText(`operation ${endpoint.name}${path.map(step => `.${step}`).join('')}: ${message}`),
    suggestion: `fix the document, or leave the operation out with "exclude: [${endpoint.name}]"`,
  }));
}

/** @throws ConfigurationError with every fault of form */
function checkedForm(value: unknown): RestApiConfig {
  const faults = checkServeApi(value).filter(({ severity }) => severity === 'error');
  if (faults.length === 0) return value as RestApiConfig;
  throw new ConfigurationError(
    faults.map(({ path = [], message, suggestion }) => ({
      path,
      message: safeText(message),
      ...(suggestion !== undefined && { suggestion: safeText(suggestion) }),
    })),
  );
}

/** How files that an API names are read. */
export interface ReadApiDeps {
  /** The text of an OpenAPI document; throws where it cannot be read. */
  readonly readText: (file: string) => Promise<string>;
}

/**
 * Reads one REST API of the configuration; OpenAPI documents are opened through `readText`.
 *
 * @throws ConfigurationError with every fault that is found: of form, of the document, of paths, parameters and schemas
 */
export async function readRestApi(value: unknown, { readText }: ReadApiDeps): Promise<RestApi> {
  const config = checkedForm(value);
  const { name, headers = {}, auth, timeout, max_response_bytes: maxBytes } = config;
  const document = config.openapi && (await readOpenApi(config.openapi, readText));
  const placed = [
    ...(config.endpoints ?? []).map((entry, index) => ({ endpoint: readEndpoint(entry), at: ['endpoints', index], isOfDocument: false })),
    ...(document?.endpoints ?? []).map(endpoint => ({ endpoint, at: documentPath, isOfDocument: true })),
  ];
  const baseUrl = config.base_url ?? document?.baseUrl;
  const taken = new Set([...Object.keys(headers), ...(auth ? [auth.header] : [])].map(header => header.toLowerCase()));
  const faults = placed.flatMap(entry => placedFaults(entry, taken));
  const wrongUrl = baseUrlFault(baseUrl, document !== undefined);
  if (wrongUrl !== undefined) {
    const isOfDocument = config.base_url === undefined && document?.baseUrl !== undefined;
    const rule = baseUrl === undefined ? { rule: 'missing-field' as const } : {};
    faults.push({ path: isOfDocument ? documentPath : ['base_url'], message: wrongUrl[0], suggestion: wrongUrl[1], ...rule });
  }
  faults.push(...nameFaults(placed));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return {
    name,
    baseUrl: baseUrl!,
    headers,
    ...(auth && { auth: readAuth(auth) }),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
    maxResponseBytes: maxBytes ?? restDefaults.maxResponseBytes,
    endpoints: placed.map(({ endpoint }) => endpoint),
  };
}
