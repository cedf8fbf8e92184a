import { nearest } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import type { ConfigurationFault } from '@mcpgw/mcp-config';
import { describeFault, schemaFaults } from '../tools/tool-schema.js';
import type { RestEndpoint, RestParameter } from './endpoint.js';
import { schemaConfigurationFaults } from './schema-faults.js';

/** What is wrong with an endpoint beyond its form: found before the gateway starts. */

type Path = readonly (string | number)[];

/** Headers that HTTP or the gateway itself decides. */
const reservedHeaders = new Set([
  ...['accept', 'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type', 'cookie', 'expect', 'host'],
  ...['keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'via'],
]);

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const fault = (path: Path, message: string, suggestion: string): ConfigurationFault => ({
  path,
  message: safeText(message),
  suggestion: safeText(suggestion),
});

function placeholdersOf(path: string): Set<string> {
  return new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(match => match[1]!));
}

/** A path goes into the address as it is written, so it may hold nothing that a URL reads otherwise. */
function literalFault(path: string): string | undefined {
  const literal = path.replace(/\{[^{}]*\}/g, 'x');
  if (/[{}]/.test(literal)) return 'write a placeholder as {name}, with both braces';
  if (/[?#]/.test(literal)) return 'end the path before "?" or "#"; what a caller chooses is a parameter with "in: query"';
  if (URL.canParse(`http://x${literal}`) && new URL(`http://x${literal}`).pathname === literal) return undefined;
  return 'use no spaces, no "\\" and no segments "." or ".."; percent-encode other characters';
}

function pathFaults({ path, parameters }: RestEndpoint, at: Path): ConfigurationFault[] {
  const here = [...at, 'path'];
  const names = placeholdersOf(path);
  const declared = parameters.filter(parameter => parameter.in === 'path');
  const free = declared.map(parameter => parameter.wireName).filter(name => !names.has(name));
  const suggestion = literalFault(path);
  const faults = suggestion === undefined ? [] : [fault(here, `the path "${path}" is not one that URLs keep as it is`, suggestion)];
  for (const name of names) {
    if (declared.some(parameter => parameter.wireName === name)) continue;
    const near = nearest(name, free);
    const declare = near === undefined ? `add "${name}: {in: path, type: string}" to "parameters"` : `did you mean {${near}}?`;
    faults.push(fault(here, `the path names {${name}}, which is not a declared path parameter`, declare));
  }
  for (const { name, wireName } of declared.filter(parameter => free.includes(parameter.wireName)))
    faults.push(
      fault([...at, 'parameters', name], `the path parameter "${wireName}" does not stand in the path`, `write {${wireName}} in the path`),
    );
  return faults;
}

function headerFault(name: string, taken: ReadonlySet<string>): [string, string] | undefined {
  const other = 'remove the parameter, or give it the name of another header';
  if (!headerName.test(name)) return [`"${name}" is not a name of an HTTP header`, 'use letters, digits and "-", such as "X-Trace-Id"'];
  if (reservedHeaders.has(name.toLowerCase()))
    return [`the header ${name} is not for arguments to set: HTTP or the gateway decides it`, other];
  return taken.has(name.toLowerCase()) ? [`the header ${name} is set by "headers" or "auth" of the API`, other] : undefined;
}

function placeFault(parameter: RestParameter, method: RestEndpoint['method'], taken: ReadonlySet<string>): [string, string] | undefined {
  if (parameter.in === 'path' && !parameter.required) return ['a path parameter is always required', 'remove "required: false"'];
  if (parameter.in === 'body' && method === 'GET') return ['a GET request has no body', 'write "in: query", or another method'];
  if (parameter.isWholeBody && parameter.in !== 'body') return ['"whole" is for body parameters', 'remove "whole", or write "in: body"'];
  return parameter.in === 'header' ? headerFault(parameter.wireName, taken) : undefined;
}

function defaultFaults({ schema, sendsDefault }: RestParameter, at: Path): ConfigurationFault[] {
  if (schema.default === undefined || !sendsDefault) return [];
  const [found] = schemaFaults(schema, schema.default);
  if (found === undefined) return [];
  return [
    fault([...at, 'default'], `the default does not fit its parameter: ${describeFault(found)}`, 'write a value that the parameter takes'),
  ];
}

function parameterFaults(
  parameter: RestParameter,
  method: RestEndpoint['method'],
  taken: ReadonlySet<string>,
  at: Path,
): ConfigurationFault[] {
  const wrongPlace = placeFault(parameter, method, taken);
  if (wrongPlace !== undefined) return [fault(at, ...wrongPlace)];
  const faults = schemaConfigurationFaults(parameter.schema, 'the schema of the parameter', at);
  return faults.length > 0 ? faults : defaultFaults(parameter, at);
}

function bodyFaults({ parameters, bodyType }: RestEndpoint, at: Path): ConfigurationFault[] {
  const body = parameters.filter(parameter => parameter.in === 'body');
  const whole = body.find(parameter => parameter.isWholeBody);
  if (whole === undefined) return [];
  const other = body.find(parameter => parameter !== whole);
  if (other !== undefined) {
    const message = `"${whole.name}" is the whole body, so that "${other.name}" has no place in it`;
    return [fault([...at, 'parameters', other.name], message, 'remove one of the two, or "whole: true"')];
  }
  return bodyType === 'form' ? [fault([...at, 'body'], 'a whole body is JSON, not a form', 'remove "body: form"')] : [];
}

function twinFaults(parameters: readonly RestParameter[], at: Path): ConfigurationFault[] {
  const seen = new Map<string, string>();
  return parameters.flatMap(({ name, in: place, wireName }) => {
    const key = `${place} ${place === 'header' ? wireName.toLowerCase() : wireName}`;
    const first = seen.get(key);
    seen.set(key, first ?? name);
    if (first === undefined) return [];
    const message = `"${first}" and "${name}" are the same part of the request: ${wireName} in its ${place}`;
    return [fault([...at, 'parameters', name], message, 'remove one of the two, or give them different "name"s')];
  });
}

/** Everything that is wrong with `endpoint`; `taken` holds the headers, in lower case, that the API sets itself. */
export function endpointFaults(endpoint: RestEndpoint, taken: ReadonlySet<string>, at: Path): ConfigurationFault[] {
  const { parameters, method, response } = endpoint;
  const schema = response.kind === 'json' ? response.schema : undefined;
  return [
    ...pathFaults(endpoint, at),
    ...bodyFaults(endpoint, at),
    ...parameters.flatMap(parameter => parameterFaults(parameter, method, taken, [...at, 'parameters', parameter.name])),
    ...twinFaults(parameters, at),
    ...(schema ? schemaConfigurationFaults(schema, 'the schema of the answer', [...at, 'response']) : []),
  ];
}
