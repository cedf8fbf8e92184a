import { ConfigurationError, type ConfigurationFault } from '../../failures/gateway-failure.js';
import { safeText } from '../../loader/safe-text.js';
import { schemaFaults } from '../../schema/tool-schema.js';
import { type EndpointConfig, type RestApiConfig, restApiSchema } from './api-schema.js';
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

function baseUrlFault(url: string | undefined): string | undefined {
  if (url === undefined) return 'is missing: the document names no server';
  if (!URL.canParse(url)) return 'is no URL';
  const { protocol, username, password, search, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be an http or https URL';
  if (username !== '' || password !== '') return "must hold no user name or password: use 'auth'";
  return search !== '' || hash !== '' || /[?#]/.test(url) ? 'must have no query and no fragment' : undefined;
}

function twinFaults(endpoints: readonly RestEndpoint[]): ConfigurationFault[] {
  const names = endpoints.map(endpoint => endpoint.name);
  const twins = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(twins)].map(name => ({ path: ['endpoints'], message: `two endpoints have the name ${safeText(name)}` }));
}

/** Throws ConfigurationError with every fault of form. */
function checkedForm(value: unknown): RestApiConfig {
  const faults = schemaFaults(restApiSchema, value);
  if (faults.length > 0) throw new ConfigurationError(faults.map(({ path, message }) => ({ path, message: safeText(message) })));
  return value as RestApiConfig;
}

export interface ReadApiDeps {
  /** The text of an OpenAPI document; throws where it cannot be read. */
  readonly readText: (file: string) => Promise<string>;
}

/**
 * Reads one REST API of the configuration; OpenAPI documents are opened through `readText`. Throws ConfigurationError with
 * every fault that is found: of form, of the document, of paths, parameters and schemas.
 */
export async function readRestApi(value: unknown, { readText }: ReadApiDeps): Promise<RestApi> {
  const config = checkedForm(value);
  const { name, headers = {}, auth, timeout, max_response_bytes: maxBytes } = config;
  const document = config.openapi && (await readOpenApi(config.openapi, readText));
  const endpoints = [...(config.endpoints ?? []).map(readEndpoint), ...(document?.endpoints ?? [])];
  const baseUrl = config.base_url ?? document?.baseUrl;
  const taken = new Set([...Object.keys(headers), ...(auth ? [auth.header] : [])].map(header => header.toLowerCase()));
  const faults = endpoints.flatMap((endpoint, index) => endpointFaults(endpoint, taken, ['endpoints', index]));
  const wrongUrl = baseUrlFault(baseUrl);
  if (wrongUrl !== undefined) faults.push({ path: ['base_url'], message: wrongUrl });
  faults.push(...twinFaults(endpoints));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return {
    name,
    baseUrl: baseUrl!,
    headers,
    ...(auth && { auth: readAuth(auth) }),
    timeoutSeconds: timeout ?? restDefaults.timeoutSeconds,
    maxResponseBytes: maxBytes ?? restDefaults.maxResponseBytes,
    endpoints,
  };
}
