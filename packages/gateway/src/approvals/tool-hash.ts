/** The hash that an approval is for: name, description and schemas of a tool, as mcpproxy 0.60's tool approval hash. */
import { createHash } from 'node:crypto';
import type { SourceTool } from '../sources/source.js';

type HashedTool = Pick<SourceTool, 'name' | 'description' | 'inputSchema' | 'outputSchema'>;

const maxDepth = 200;

/** JSON with the keys of each object in code-unit order; undefined where `value` is nested more than 200 levels deep. */
export function canonicalJson(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth >= maxDepth) return undefined;
  const isList = Array.isArray(value);
  const parts: string[] = [];
  for (const key of isList ? value.keys() : Object.keys(value).sort()) {
    const member = (value as Record<string | number, unknown>)[key];
    if (!isList && member === undefined) continue;
    const text = canonicalJson(member, depth + 1);
    if (text === undefined) return undefined;
    parts.push(isList ? text : `${JSON.stringify(key)}:${text}`);
  }
  return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

/**
 * SHA-256, in hex, of `name|description|input schema`, and `|output schema` where there is one. The order of keys and the
 * annotations do not count. Undefined for a schema that is nested too deeply to be compared; such a tool cannot be approved.
 */
export function toolHash({ name, description = '', inputSchema, outputSchema }: HashedTool): string | undefined {
  const input = canonicalJson(inputSchema);
  const output = outputSchema === undefined ? '' : canonicalJson(outputSchema);
  if (input === undefined || output === undefined) return undefined;
  const tail = output === '' ? '' : `|${output}`;
  return createHash('sha256').update(`${name}|${description}|${input}${tail}`).digest('hex');
}

const known = new WeakMap<HashedTool, string | undefined>();

/** `toolHash`, counted once for each tool object: lists of tools are kept and looked at again and again. */
export function cachedToolHash(tool: HashedTool): string | undefined {
  if (!known.has(tool)) known.set(tool, toolHash(tool));
  return known.get(tool);
}
