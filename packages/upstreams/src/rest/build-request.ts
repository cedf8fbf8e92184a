import { invalidArguments } from '@mcpgw/failures';
import { ExactNumber, exactJson } from '@mcpgw/loader/internal';
import { leadsElsewhere } from './dot-segments.js';
import type { RestApi, RestEndpoint, RestParameter } from './endpoint.js';
import { labelOf } from './input-schema.js';

export interface RestRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Arguments = ReadonlyMap<string, unknown>;

/** Lists and objects; a number that is kept as text is none. */
function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

function text(value: unknown): string {
  return hasMembers(value) ? exactJson(value) : String(value);
}

/** `value` as one text: members of a list separated by commas, those of an object as `key,value`. */
function joined(value: unknown, encode: (part: string) => string): string {
  if (Array.isArray(value)) return value.map(item => encode(text(item))).join(',');
  if (!hasMembers(value)) return encode(text(value));
  return Object.entries(value)
    .map(([key, item]) => `${encode(key)},${encode(text(item))}`)
    .join(',');
}

/** Everything but letters, digits and `-._~` as `%XX`, so that no argument can leave its segment. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Names that URLs take for "this" and "parent folder", which percent-encoding cannot hide. */
const dotSegment = /^\.{1,2}$/;

function fillPath(endpoint: RestEndpoint, args: Arguments): string {
  const byName = new Map(
    endpoint.parameters.filter(parameter => parameter.in === 'path').map(parameter => [parameter.wireName, parameter]),
  );
  const segments = endpoint.path.split('/').map(segment => {
    const filled = segment.replace(/\{([^{}]*)\}/g, (_all, name: string) => joined(args.get(byName.get(name)?.name ?? ''), encodePart));
    if (filled !== segment && (dotSegment.test(filled) || filled === ''))
      throw escapes(endpoint, byName, segment, "cannot be empty, '.' or '..'");
    if (filled !== segment && leadsElsewhere(filled))
      throw escapes(
        endpoint,
        byName,
        segment,
        "cannot have a part '.' or '..', in whatever form: a proxy that decodes it would leave the path",
      );
    return filled;
  });
  return segments.join('/');
}

function escapes(endpoint: RestEndpoint, byName: ReadonlyMap<string, RestParameter>, segment: string, why: string): Error {
  const name = /\{([^{}]*)\}/.exec(segment)?.[1] ?? '';
  return invalidArguments(endpoint.name, [`Path parameter '${byName.get(name)?.name ?? name}' ${why}`]);
}

function queryPairs(parameter: RestParameter, value: unknown): [string, string][] {
  const { wireName, style } = parameter;
  if (style === 'comma') return [[wireName, joined(value, part => part)]];
  if (Array.isArray(value)) return value.map(item => [wireName, text(item)]);
  if (hasMembers(value)) return Object.entries(value).map(([key, item]) => [style === 'deep' ? `${wireName}[${key}]` : key, text(item)]);
  return [[wireName, text(value)]];
}

function pairsOf(parameters: readonly RestParameter[], args: Arguments): [string, string][] {
  return parameters.flatMap(parameter => (args.has(parameter.name) ? queryPairs(parameter, args.get(parameter.name)) : []));
}

function encodePairs(pairs: readonly [string, string][]): string {
  return pairs.map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`).join('&');
}

function bodyOf({ parameters, bodyType }: RestEndpoint, args: Arguments): string | undefined {
  const declared = parameters.filter(parameter => parameter.in === 'body' && args.has(parameter.name));
  if (declared.length === 0) return undefined;
  if (bodyType === 'form') return encodePairs(pairsOf(declared, args));
  const whole = declared.find(parameter => parameter.isWholeBody);
  if (whole) return exactJson(args.get(whole.name));
  return exactJson(Object.fromEntries(declared.map(parameter => [parameter.wireName, args.get(parameter.name)])));
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function headersOf(endpoint: RestEndpoint, args: Arguments, body: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': 'mcpgw',
    accept: endpoint.response.kind === 'text' ? 'text/plain, */*;q=0.5' : 'application/json, */*;q=0.5',
  };
  if (body !== undefined) headers['content-type'] = contentTypes[endpoint.bodyType];
  for (const parameter of endpoint.parameters) {
    if (parameter.in !== 'header' || !args.has(parameter.name)) continue;
    const value = joined(args.get(parameter.name), part => part).trim();
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw invalidArguments(endpoint.name, [`${labelOf(parameter)} has a character that HTTP headers do not allow`]);
    headers[parameter.wireName.toLowerCase()] = value;
  }
  return headers;
}

/**
 * The request of a call, from arguments that were validated. Whatever they are, it goes to the API's host and below its path.
 *
 * @throws ContractViolation (mode `invalid_arguments`) for path values that would lead elsewhere
 */
export function buildRequest(api: Pick<RestApi, 'baseUrl'>, endpoint: RestEndpoint, args: Arguments): RestRequest {
  const query = encodePairs(
    pairsOf(
      endpoint.parameters.filter(parameter => parameter.in === 'query'),
      args,
    ),
  );
  const body = bodyOf(endpoint, args);
  const url = `${api.baseUrl.replace(/\/+$/, '')}${fillPath(endpoint, args)}${query === '' ? '' : `?${query}`}`;
  return { url, headers: headersOf(endpoint, args, body), ...(body !== undefined && { body }) };
}
