/** The hash that an approval is for: of everything that a client gets of a tool (docs/adr/0039-what-is-approved.md). */
import { createHash } from 'node:crypto';
import { ExactNumber } from '@mcpgw/loader/internal';
import type { SourceTool } from '@mcpgw/upstreams';

type HashedTool = Pick<SourceTool, 'name' | 'description' | 'inputSchema' | 'outputSchema'>;

const maxDepth = 200;

/** JSON with the keys of each object in code-unit order; undefined where `value` is nested more than 200 levels deep. */
export function canonicalJson(value: unknown, depth = 0): string | undefined {
  // A number that is kept as text is listed to clients as the nearest JavaScript number.
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return JSON.stringify(value) ?? 'null';
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Names the form of the hashed value, so that a later form can be told from this one. */
const form = 'v2';

/**
 * `v2:` and the SHA-256, in hex, of the canonical JSON of `["mcpgw tool", 2, tool]`, where `tool` is the whole definition as its server
 * lists it: title, annotations, icons, `_meta` and fields that nobody knows too. The order of keys does not count. Undefined for a
 * tool that is nested too deeply to be compared; such a tool cannot be approved.
 */
export function toolHash(tool: HashedTool): string | undefined {
  const text = canonicalJson(['mcpgw tool', 2, tool]);
  return text === undefined ? undefined : `${form}:${sha256(text)}`;
}

const known = new WeakMap<HashedTool, string | undefined>();

/** `toolHash`, counted once for each tool object: lists of tools are kept and looked at again and again. */
export function cachedToolHash(tool: HashedTool): string | undefined {
  if (!known.has(tool)) known.set(tool, toolHash(tool));
  return known.get(tool);
}

/** What the first form of the hash was of: `name|description|input schema`, and `|output schema` where there is one. */
function firstFormText({ name, description = '', inputSchema, outputSchema }: HashedTool): string | undefined {
  const input = canonicalJson(inputSchema);
  const output = outputSchema === undefined ? '' : canonicalJson(outputSchema);
  if (input === undefined || output === undefined) return undefined;
  return `${name}|${description}|${input}${output === '' ? '' : `|${output}`}`;
}

function isObjectText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object' && text.startsWith('{');
  } catch {
    return false;
  }
}

const maxSplits = 20;

/** Places after which `text` is nothing but an object as JSON, or two of them with a mark between. */
function readings(text: string): number {
  const starts: number[] = [];
  for (let at = text.indexOf('|{'); at >= 0; at = text.indexOf('|{', at + 1)) {
    if (starts.length === maxSplits) return Number.POSITIVE_INFINITY;
    starts.push(at);
  }
  let count = 0;
  for (const [index, start] of starts.entries()) {
    if (isObjectText(text.slice(start + 1))) count++;
    for (const next of starts.slice(index + 1))
      if (isObjectText(text.slice(start + 1, next)) && isObjectText(text.slice(next + 1))) count++;
  }
  return count;
}

export const isFirstForm = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);

type FirstFormParts = Partial<Pick<HashedTool, 'description' | 'inputSchema' | 'outputSchema'>>;

const firstFormParts = ({ description = '', inputSchema, outputSchema = undefined }: FirstFormParts): string | undefined =>
  canonicalJson([description, inputSchema, outputSchema]);

/** What the hints of MCP (schema 2025-11-25, ToolAnnotations and ToolExecution) are where a server does not give them. */
const takenForGranted: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  execution: { taskSupport: 'forbidden' },
  _meta: {},
};

const firstFormFields: ReadonlySet<string> = new Set(['name', 'description', 'inputSchema', 'outputSchema']);

/** Whether a tool says nothing that the first form does not cover: nobody looked at the rest of it when they approved. */
function isCovered(tool: HashedTool): boolean {
  return Object.entries(tool).every(([field, value]) => {
    if (firstFormFields.has(field) || value === undefined) return true;
    if (!Object.hasOwn(takenForGranted, field) || typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const granted = takenForGranted[field]!;
    return Object.entries(value).every(([name, said]) => Object.hasOwn(granted, name) && granted[name] === said);
  });
}

/**
 * Whether `approvedHash` is of the first form and of this tool and no other. That form joined its parts with a mark that they may hold
 * themselves: where its text can be read in several ways (every tool with an output schema), what was approved is known only from
 * `kept`, what is on record of it. A title, annotations and all else were no part of it: a tool that has them is another one.
 */
export function isApprovedInFirstForm(tool: HashedTool, approvedHash: string, kept?: FirstFormParts): boolean {
  if (!isFirstForm(approvedHash) || !isCovered(tool)) return false;
  const text = firstFormText(tool);
  if (text === undefined || sha256(text) !== approvedHash) return false;
  return kept === undefined ? readings(text.slice(tool.name.length)) === 1 : firstFormParts(kept) === firstFormParts(tool);
}
