import { safeText } from '@mcpgw/loader';
import { isPlainObject } from '@mcpgw/loader/internal';
import type { ConfigurationFault } from '@mcpgw/mcp-config';
import { type SchemaFault, schemaProblems } from '../tools/tool-schema.js';
import { resolveReference } from './openapi-schema.js';

/** What is wrong with the schemas of endpoints: of parameters and of answers. */

type Path = readonly (string | number)[];

const advice: Readonly<Record<string, string>> = {
  pattern: 'write it in the syntax of RE2, which has no look-around and no back-references',
  patternProperties: 'write the patterns in the syntax of RE2, which has no look-around and no back-references',
  $ref: 'refer to a part of this schema, such as "#/$defs/item", or write the schema out',
  type: 'write string, integer, number, boolean, array, object or null',
};
const otherwise = 'correct the schema: it is JSON Schema 2020-12';

/** The references of a schema that lead nowhere in it; nothing else is ever read. */
function lostReferences(schema: Readonly<Record<string, unknown>>): SchemaFault[] {
  const left: [unknown, readonly string[]][] = [[schema, []]];
  const found: SchemaFault[] = [];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, path] = next;
    if (typeof value !== 'object' || value === null) continue;
    const reference = isPlainObject(value) ? value.$ref : undefined;
    if (typeof reference === 'string' && !leads(schema, reference))
      found.push({
        path: [...path, '$ref'],
        message: `the reference "${reference}" leads nowhere in this schema, and nothing else is read`,
      });
    for (const [key, item] of Object.entries(value)) left.push([item, [...path, key]]);
  }
  return found;
}

function leads(schema: Readonly<Record<string, unknown>>, reference: string): boolean {
  if (!/^#(?:\/|$)/.test(reference)) return false;
  return reference === '#' || resolveReference(schema, { $ref: reference }) !== undefined;
}

/** Why `schema`, which stands at `at`, cannot be used. */
export function schemaConfigurationFaults(schema: Readonly<Record<string, unknown>>, what: string, at: Path): ConfigurationFault[] {
  const problems = schemaProblems(schema);
  const isWhole = problems.length === 1 && problems[0]!.path.length === 0;
  const lost = isWhole ? lostReferences(schema) : [];
  return (lost.length > 0 ? lost : problems).map(({ path, message }) => ({
    path: [...at, ...path.map(step => (/^\d+$/.test(step) ? Number(step) : step))],
    message: safeText(`${what} cannot be used: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`),
    suggestion: advice[path.findLast(step => Object.hasOwn(advice, step)) ?? ''] ?? otherwise,
  }));
}
