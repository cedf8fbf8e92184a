import { isPlainObject } from '@mcpgw/loader/internal';
import type { HttpMethod, RestEndpoint, RestParameter, RestResponse } from './endpoint.js';
import { type OpenApiObject, resolveReference, standaloneSchema } from './openapi-schema.js';

/** One operation of an OpenAPI document as an endpoint. */

/** What an operation needs and REST endpoints cannot do. */
export class UnsupportedOperation extends Error {
  override name = 'UnsupportedOperation';
}

const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

type Draft = Omit<RestParameter, 'name'>;

function styleOf(parameter: OpenApiObject): RestParameter['style'] {
  const { in: place, style = place === 'query' ? 'form' : 'simple', explode = style === 'form' } = parameter;
  if (style === 'deepObject') return 'deep';
  if (style === 'simple') return 'comma';
  if (style === 'form') return explode ? 'repeat' : 'comma';
  throw new UnsupportedOperation(`the style ${String(style)} of a parameter is not supported`);
}

function readParameter(document: OpenApiObject, parameter: OpenApiObject): Draft | undefined {
  const { name, in: place, required, schema, description } = parameter;
  if (place === 'cookie') {
    if (required === true) throw new UnsupportedOperation('parameters in cookies are not supported');
    return undefined;
  }
  if (typeof name !== 'string' || (place === 'header' && ignoredHeaders.has(name.toLowerCase()))) return undefined;
  if (schema === undefined) throw new UnsupportedOperation(`the parameter ${name} has no schema: 'content' is not supported`);
  return {
    wireName: name,
    in: place as 'path' | 'query' | 'header',
    required: place === 'path' || required === true,
    schema: { ...standaloneSchema(document, schema), ...(typeof description === 'string' && { description }) },
    style: styleOf(parameter),
    sendsDefault: false,
    isWholeBody: false,
  };
}

/** Parameters of the operation, then those of its path that it does not override. */
function parametersOf(document: OpenApiObject, pathItem: OpenApiObject, operation: OpenApiObject): Draft[] {
  const byKey = new Map<string, OpenApiObject>();
  for (const item of [...asList(pathItem.parameters), ...asList(operation.parameters)]) {
    const parameter = resolveReference(document, item);
    if (isPlainObject(parameter)) byKey.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter);
  }
  return [...byKey.values()].flatMap(parameter => readParameter(document, parameter) ?? []);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mediaType(content: OpenApiObject, fits: (type: string) => boolean): OpenApiObject | undefined {
  const found = Object.keys(content).find(type => fits(type.split(';')[0]!.trim().toLowerCase()));
  const media = found === undefined ? undefined : content[found];
  return isPlainObject(media) ? media : undefined;
}

const isJson = (type: string) => type === 'application/json' || type.endsWith('+json') || type === '*/*';
const isForm = (type: string) => type === 'application/x-www-form-urlencoded';

/** Whether a body's members can stand as arguments of their own: a closed or plain object without alternatives. */
function isFlat(schema: OpenApiObject): boolean {
  const alternatives = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties', '$ref'].some(keyword => schema[keyword] !== undefined);
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return isPlainObject(schema.properties) && !alternatives && !open;
}

function membersOf(schema: OpenApiObject, isRequired: boolean): Draft[] {
  const required = isRequired ? asList(schema.required) : [];
  const { $defs } = schema;
  return Object.entries(schema.properties as OpenApiObject).flatMap(([name, member]) => {
    if (!isPlainObject(member) || member.readOnly === true) return [];
    const refers = $defs !== undefined && JSON.stringify(member).includes('"$ref"');
    const own = refers ? { ...member, $defs } : member;
    return [
      {
        wireName: name,
        in: 'body' as const,
        required: required.includes(name),
        schema: own,
        style: 'repeat' as const,
        sendsDefault: false,
        isWholeBody: false,
      },
    ];
  });
}

interface Body {
  readonly type: 'json' | 'form';
  readonly parameters: readonly Draft[];
}

function bodyOf(document: OpenApiObject, operation: OpenApiObject): Body {
  const requestBody = resolveReference(document, operation.requestBody);
  const content = isPlainObject(requestBody) && isPlainObject(requestBody.content) ? requestBody.content : undefined;
  if (!isPlainObject(requestBody) || content === undefined) return { type: 'json', parameters: [] };
  const json = mediaType(content, isJson);
  const media = json ?? mediaType(content, isForm);
  if (!media) throw new UnsupportedOperation(`a body of ${Object.keys(content).join(', ')} is not supported`);
  const schema = standaloneSchema(document, media.schema ?? {});
  const required = requestBody.required === true;
  if (isFlat(schema) && (required || !json)) return { type: json ? 'json' : 'form', parameters: membersOf(schema, required) };
  if (!json) throw new UnsupportedOperation('a form whose members are not declared is not supported');
  return {
    type: 'json',
    parameters: [{ wireName: 'body', in: 'body', required, schema, style: 'repeat', sendsDefault: false, isWholeBody: true }],
  };
}

function responseOf(document: OpenApiObject, operation: OpenApiObject): RestResponse {
  const responses = isPlainObject(operation.responses) ? operation.responses : {};
  const successes = Object.keys(responses)
    .filter(status => /^2(?:\d\d|XX)$/i.test(status))
    .sort()
    .map(status => resolveReference(document, responses[status]))
    .filter(isPlainObject);
  const contents = successes.map(response => (isPlainObject(response.content) ? response.content : {}));
  const filled = contents.filter(content => Object.keys(content).length > 0);
  if (filled.length === 0) return successes.length > 0 ? { kind: 'none' } : { kind: 'json' };
  const orNone = filled.length < contents.length ? { orNone: true as const } : {};
  const json = filled.map(content => mediaType(content, isJson)).filter(media => media !== undefined);
  const schemas = json.map(media => media.schema).filter(schema => schema !== undefined);
  if (json.length > 0) return { kind: 'json', ...orNone, ...(schemas.length === json.length && { schema: oneSchema(document, schemas) }) };
  if (filled.some(content => mediaType(content, type => type.startsWith('text/') || type.endsWith('xml'))))
    return { kind: 'text', ...orNone };
  throw new UnsupportedOperation(`an answer of ${Object.keys(filled[0]!).join(', ')} is not supported`);
}

/** Where several statuses are successes, an answer is held against all their schemas. */
function oneSchema(document: OpenApiObject, schemas: readonly unknown[]): OpenApiObject {
  return standaloneSchema(document, schemas.length === 1 ? schemas[0] : { anyOf: schemas });
}

/** Argument names: the parameter's own, with its place where two are alike. */
function named(drafts: readonly Draft[]): RestParameter[] {
  const names = drafts.map(draft => draft.wireName);
  return drafts.map(draft => {
    const isShared = names.indexOf(draft.wireName) !== names.lastIndexOf(draft.wireName);
    return { ...draft, name: isShared ? `${draft.wireName}_${draft.in}` : draft.wireName };
  });
}

/** The name of an operation's tool: its id, or method and path, in the characters that tool names may have. */
export function operationName(method: string, path: string, operation: OpenApiObject): string {
  const id = operation.operationId;
  const text = typeof id === 'string' && id !== '' ? id : `${method}${path.replace(/[{}]/g, '')}`;
  return (
    text
      .replace(/[^A-Za-z0-9_.-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 128) || method
  );
}

function descriptionOf({ summary, description }: OpenApiObject): string | undefined {
  const texts = [summary, description].filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n\n');
}

/** @throws UnsupportedOperation */
export function endpointOf(
  document: OpenApiObject,
  path: string,
  pathItem: OpenApiObject,
  method: string,
  operation: OpenApiObject,
): RestEndpoint {
  const body = bodyOf(document, operation);
  const description = descriptionOf(operation);
  return {
    name: operationName(method, path, operation),
    ...(description !== undefined && { description }),
    method: method.toUpperCase() as HttpMethod,
    path,
    parameters: named([...parametersOf(document, pathItem, operation), ...body.parameters]),
    bodyType: body.type,
    response: responseOf(document, operation),
  };
}
