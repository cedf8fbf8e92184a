/** The arguments of built-in tools, read against their own schemas. */

import { invalidArguments } from '@mcpgw/failures';
import { isPlainObject } from '@mcpgw/loader/internal';
import type { SourceTool } from '@mcpgw/upstreams';

export interface ArgumentSchema {
  readonly type: 'string' | 'boolean' | 'integer' | 'object';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

export interface ArgumentsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** The schema as a tool's definition holds it. */
export function asInputSchema(schema: ArgumentsSchema): SourceTool['inputSchema'] {
  return schema as unknown as SourceTool['inputSchema'];
}

type Values = Readonly<Record<string, unknown>>;

function isOfType(type: ArgumentSchema['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return isPlainObject(value);
  return typeof value === type;
}

function fault(name: string, schema: ArgumentSchema, value: unknown): string | undefined {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (!isOfType(type, value)) return `'${name}' must be of the type ${type}`;
  if (schema.enum !== undefined && !schema.enum.includes(value as string)) return `'${name}' must be one of ${schema.enum.join(', ')}`;
  if (typeof value === 'number' && (value < minimum || value > maximum)) return `'${name}' must be from ${minimum} to ${maximum}`;
  if (typeof value === 'string' && value.length > maxLength) return `'${name}' must have at most ${maxLength} characters`;
  return undefined;
}

const shownName = 100;

/** Checks the arguments of a built-in tool. @throws ContractViolation that names every fault */
export function checkArguments(tool: string, { properties, required = [] }: ArgumentsSchema, args: Values): void {
  const unknown = Object.keys(args).filter(name => !Object.hasOwn(properties, name));
  const missing = required.filter(name => !Object.hasOwn(args, name));
  const errors = [
    ...unknown.slice(0, 10).map(name => `Unknown argument '${name.slice(0, shownName)}' - tool '${tool}' does not accept this parameter`),
    ...missing.map(name => `'${name}' is required`),
    ...Object.entries(properties).flatMap(([name, schema]) => (Object.hasOwn(args, name) ? (fault(name, schema, args[name]) ?? []) : [])),
  ];
  if (errors.length > 0) throw invalidArguments(tool, errors);
}
