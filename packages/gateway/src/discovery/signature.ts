/** A tool's parameters in one line, for `retrieve_tools` with detail `compact`. */
import { isPlainObject } from '@mcpgw/loader/internal';
import type { SourceTool } from '@mcpgw/upstreams';

export interface Signature {
  /** `(owner: string*, labels: array)`; `*` marks what is required. */
  readonly text: string;
  /** Whether the text leaves out a part of the schema. */
  readonly lossy: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

const maxParameters = 12;
const maxName = 60;
const maxEnum = 6;
/** Members of a parameter's schema that the text shows, or that do not restrict the values. */
const shown = new Set(['type', 'enum', 'description', 'title', 'default', 'examples']);

function typeText(schema: Schema): string {
  const { type, enum: values } = schema;
  if (
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= maxEnum &&
    values.every(value => typeof value === 'string' && value.length < 30)
  )
    return values.join('|');
  if (typeof type === 'string') return type.slice(0, 20);
  return Array.isArray(type) ? type.slice(0, 4).map(String).join('|').slice(0, 40) : 'any';
}

function isLossy(schema: Schema): boolean {
  return Object.keys(schema).some(key => !shown.has(key)) || typeText(schema) === 'any' || schema.type === 'object';
}

/** The signature of a tool. */
export function signature({ inputSchema }: Pick<SourceTool, 'inputSchema'>): Signature {
  const schema = inputSchema as Schema;
  const properties = Object.entries(isPlainObject(schema.properties) ? schema.properties : {});
  const required = new Set(Array.isArray(schema.required) ? (schema.required as unknown[]) : []);
  const parts = properties.slice(0, maxParameters).map(([name, value]) => {
    const type = isPlainObject(value) ? typeText(value) : 'any';
    return `${name.slice(0, maxName)}: ${type}${required.has(name) ? '*' : ''}`;
  });
  if (properties.length > maxParameters) parts.push('...');
  const lossy =
    properties.length > maxParameters ||
    properties.some(([name, value]) => name.length > maxName || !isPlainObject(value) || isLossy(value)) ||
    Object.keys(schema).some(
      key => !['type', 'properties', 'required', 'additionalProperties', '$schema', 'title', 'description'].includes(key),
    );
  return { text: `(${parts.join(', ')})`, lossy };
}
