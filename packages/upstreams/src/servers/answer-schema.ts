/**
 * Holds what a server sends against the schema of the protocol revision that was agreed with it. The schemas are the SDK's;
 * what they leave open between revisions is in the tables here. A member that only later revisions define must be as they
 * define it, since the client behind the gateway may speak one of them.
 */
import { isPlainObject, plainNumbers } from '@mcpgw/loader/internal';
import { type StandardSchemaV1, specTypeSchemas } from '@modelcontextprotocol/client';

type SchemaName = keyof typeof specTypeSchemas;
type Path = readonly (PropertyKey | StandardSchemaV1.PathSegment)[];

/** The schema of each result, where `contentFault` and the lists do not say more. */
const results: Readonly<Record<string, SchemaName>> = {
  'tools/call': 'CallToolResult',
  'prompts/get': 'GetPromptResult',
  'resources/read': 'ReadResourceResult',
  'completion/complete': 'CompleteResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'logging/setLevel': 'EmptyResult',
};

/** The schema of each item of a list. */
const items: Readonly<Record<string, SchemaName>> = {
  'tools/list': 'Tool',
  'prompts/list': 'Prompt',
  'resources/list': 'Resource',
  'resources/templates/list': 'ResourceTemplate',
};

/** The params of what a server tells; what it asks is held against its schema by the SDK. */
const notifications: Readonly<Record<string, SchemaName>> = {
  'notifications/message': 'LoggingMessageNotificationParams',
  'notifications/resources/updated': 'ResourceUpdatedNotificationParams',
  'notifications/elicitation/complete': 'ElicitationCompleteNotificationParams',
};

interface ContentType {
  readonly schema: SchemaName;
  /** The first revision that has it. */
  readonly since: string;
}

const contentTypes: ReadonlyMap<unknown, ContentType> = new Map([
  ['text', { schema: 'TextContent', since: '2024-10-07' }],
  ['image', { schema: 'ImageContent', since: '2024-10-07' }],
  ['resource', { schema: 'EmbeddedResource', since: '2024-10-07' }],
  ['audio', { schema: 'AudioContent', since: '2025-03-26' }],
  ['resource_link', { schema: 'ResourceLink', since: '2025-06-18' }],
]);

/** The first revision in which `structuredContent` may be any JSON value. */
const anyStructuredContent = '2026-07-28';

function pathText(path: Path | undefined): string {
  const keys = (path ?? []).map(part => (typeof part === 'object' ? part.key : part));
  return keys.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`)).join('');
}

/** The first fault of a value by `schema`: where and why. */
function faultBy(schema: SchemaName, value: unknown): string | undefined {
  const checked = specTypeSchemas[schema]['~standard'].validate(value) as StandardSchemaV1.Result<unknown>;
  const issue = checked.issues?.[0];
  if (issue === undefined) return undefined;
  const place = pathText(issue.path).slice(0, 200);
  return `${place === '' ? '' : `${place}: `}${issue.message.slice(0, 200)}`;
}

function within(place: string, fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined;
  const [, inner, rest] = /^([\w$.[\]-]+): (.*)$/s.exec(fault) ?? [undefined, '', fault];
  return `${place}${inner === '' ? '' : `.${inner}`}: ${rest}`;
}

function contentFault(content: unknown, place: string, revision: string): string | undefined {
  if (!isPlainObject(content)) return `${place} must be an object`;
  const type = contentTypes.get(content.type);
  if (type === undefined || type.since > revision) {
    const name = typeof content.type === 'string' ? `the type '${content.type.slice(0, 50)}'` : 'no type';
    return `${place} has ${name}${typeof content.type === 'string' ? `, which revision ${revision} does not have` : ''}`;
  }
  return within(place, faultBy(type.schema, content));
}

function callFault(result: Readonly<Record<string, unknown>>, revision: string): string | undefined {
  const { content, structuredContent } = result;
  if (!Array.isArray(content)) return content === undefined ? 'it has no content' : 'content must be a list';
  for (const [index, block] of content.entries()) {
    const fault = contentFault(block, `content[${index}]`, revision);
    if (fault !== undefined) return fault;
  }
  const isObject = structuredContent === undefined || isPlainObject(structuredContent);
  return isObject || revision >= anyStructuredContent ? undefined : `structuredContent must be an object`;
}

function promptFault({ messages: list }: Readonly<Record<string, unknown>>, revision: string): string | undefined {
  if (!Array.isArray(list)) return 'messages must be a list';
  for (const [index, message] of list.entries()) {
    const fault = isPlainObject(message)
      ? contentFault(message.content, `messages[${index}].content`, revision)
      : `messages[${index}] must be an object`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What is wrong with the result of a request, as the end of a sentence; undefined if it is valid, or if the method is not known. */
export function resultFault(method: string, given: unknown, revision: string): string | undefined {
  const schema = Object.hasOwn(results, method) ? results[method] : undefined;
  if (schema === undefined) return undefined;
  const result = plainNumbers(given);
  if (!isPlainObject(result)) return 'it is not an object';
  const fault =
    method === 'tools/call' ? callFault(result, revision) : method === 'prompts/get' ? promptFault(result, revision) : undefined;
  return fault ?? faultBy(schema, schema === 'EmptyResult' ? emptied(result) : result);
}

/** Servers of some SDKs send the type of a result before 2026-07-28 too; nobody reads it. */
function emptied({ resultType: _, ...result }: Readonly<Record<string, unknown>>): object {
  return result;
}

/** What is wrong with one item of a list. */
export function itemSchemaFault(method: string, item: unknown): string | undefined {
  const schema = Object.hasOwn(items, method) ? items[method] : undefined;
  return schema === undefined ? undefined : faultBy(schema, plainNumbers(item));
}

/** What is wrong with the params of a notification; undefined if they are valid, or if the notification is not known. */
export function notificationFault(method: string, params: unknown): string | undefined {
  const schema = Object.hasOwn(notifications, method) ? notifications[method] : undefined;
  return schema === undefined ? undefined : faultBy(schema, plainNumbers(params));
}
