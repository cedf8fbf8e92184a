import type { ConfigurationFault } from '../../failures/gateway-failure.js';
import { safeText } from '../../loader/safe-text.js';
import { describeFault, schemaFaults, schemaProblem } from '../../schema/tool-schema.js';
import type { RestEndpoint, RestParameter } from './endpoint.js';

/** What is wrong with an endpoint beyond its form: found before the gateway starts. */

type Path = readonly (string | number)[];

/** Headers that HTTP or the gateway itself decides. */
const reservedHeaders = new Set([
  ...['accept', 'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'via'],
]);

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(match => match[1]!);
}

function pathFaults({ path, parameters }: RestEndpoint, at: Path): ConfigurationFault[] {
  const faults: string[] = [];
  const names = placeholdersOf(path);
  const literal = path.replace(/\{[^{}]*\}/g, 'x');
  if (!URL.canParse(`http://x${literal}`) || new URL(`http://x${literal}`).pathname !== literal)
    faults.push('the path must be one that URLs keep as it is: no ?, #, \\, spaces, "." or ".." segments');
  const declared = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.wireName);
  for (const name of new Set(names))
    if (!declared.includes(name)) faults.push(`the path names {${name}}, which is no declared path parameter`);
  for (const name of declared) if (!names.includes(name)) faults.push(`the path parameter '${name}' does not stand in the path`);
  return faults.map(message => ({ path: [...at, 'path'], message: safeText(message) }));
}

function headerFault(name: string, taken: ReadonlySet<string>): string | undefined {
  if (!headerName.test(name)) return `'${safeText(name)}' is no name of an HTTP header`;
  if (reservedHeaders.has(name.toLowerCase())) return `the header ${name} is not for arguments to set`;
  return taken.has(name.toLowerCase()) ? `the header ${name} is set by the configuration` : undefined;
}

function defaultFault({ schema, sendsDefault }: RestParameter): string | undefined {
  if (schema.default === undefined || !sendsDefault) return undefined;
  const [fault] = schemaFaults(schema, schema.default);
  return fault && `the default is not valid: ${describeFault(fault)}`;
}

function parameterFault(parameter: RestParameter, method: RestEndpoint['method'], taken: ReadonlySet<string>): string | undefined {
  if (parameter.in === 'path' && !parameter.required) return 'a path parameter is always required';
  if (parameter.in === 'body' && method === 'GET') return 'a GET request has no body';
  if (parameter.isWholeBody && parameter.in !== 'body') return "'whole' is for body parameters";
  const header = parameter.in === 'header' ? headerFault(parameter.wireName, taken) : undefined;
  const problem = header ?? schemaProblem(parameter.schema);
  return problem ?? defaultFault(parameter);
}

function bodyFaults({ parameters, bodyType }: RestEndpoint, at: Path): ConfigurationFault[] {
  const body = parameters.filter(parameter => parameter.in === 'body');
  const hasWhole = body.some(parameter => parameter.isWholeBody);
  if (hasWhole && body.length > 1) return [{ path: [...at, 'parameters'], message: 'a parameter that is the whole body stands alone' }];
  return hasWhole && bodyType === 'form' ? [{ path: [...at, 'body'], message: 'a whole body is JSON, not a form' }] : [];
}

function twins(parameters: readonly RestParameter[]): string[] {
  const keys = parameters.map(({ in: place, wireName }) => `${place} ${place === 'header' ? wireName.toLowerCase() : wireName}`);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

/** Everything that is wrong with `endpoint`; `taken` holds the headers, in lower case, that the API sets itself. */
export function endpointFaults(endpoint: RestEndpoint, taken: ReadonlySet<string>, at: Path): ConfigurationFault[] {
  const faults = [...pathFaults(endpoint, at), ...bodyFaults(endpoint, at)];
  for (const parameter of endpoint.parameters) {
    const message = parameterFault(parameter, endpoint.method, taken);
    if (message !== undefined) faults.push({ path: [...at, 'parameters', parameter.name], message: safeText(message) });
  }
  for (const twin of twins(endpoint.parameters))
    faults.push({ path: [...at, 'parameters'], message: `two parameters are the same part of the request: ${safeText(twin)}` });
  const schema = endpoint.response.kind === 'json' ? endpoint.response.schema : undefined;
  const problem = schema && schemaProblem(schema);
  if (problem !== undefined) faults.push({ path: [...at, 'response'], message: safeText(problem) });
  return faults;
}
