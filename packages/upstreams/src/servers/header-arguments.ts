/**
 * Arguments that a tool wants in HTTP headers (`x-mcp-header`, 2026-07-28). A client must leave out tools that declare them
 * wrongly; the rules are those of the revision.
 */

type Schema = Readonly<Record<string, unknown>>;

const keyword = 'x-mcp-header';
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Keywords that hold data, not schemas. */
const data: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

function declarationFault(schema: Schema, isArgument: boolean, names: Set<string>): string | undefined {
  const name = schema[keyword];
  if (!isArgument) return `has ${keyword} where no argument is`;
  if (typeof name !== 'string' || !token.test(name)) return `has an ${keyword} that no header can be named`;
  if (!types.has(schema.type)) return `has ${keyword} at an argument that is not a string, integer or boolean`;
  if (names.has(name.toLowerCase())) return `has the same ${keyword} twice`;
  names.add(name.toLowerCase());
  return undefined;
}

/** Arguments stand below `properties` alone; anything else that holds schemas makes them conditional. */
function faultIn(value: unknown, isArgument: boolean, names: Set<string>): string | undefined {
  if (Array.isArray(value)) return firstFault(value, false, names);
  if (!isPlainObject(value)) return undefined;
  const own = Object.hasOwn(value, keyword) ? declarationFault(value, isArgument, names) : undefined;
  if (own !== undefined) return own;
  const { properties } = value;
  const others = Object.entries(value).filter(([key]) => key !== 'properties' && key !== keyword && !data.has(key));
  return (
    (isPlainObject(properties) ? firstFault(Object.values(properties), isArgument, names) : undefined) ??
    firstFault(
      others.map(([, each]) => each),
      false,
      names,
    )
  );
}

function firstFault(values: readonly unknown[], isArgument: boolean, names: Set<string>): string | undefined {
  for (const value of values) {
    const fault = faultIn(value, isArgument, names);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What is wrong with the declarations in a tool's input schema, as the end of a sentence. The schema's depth is bounded already. */
import { isPlainObject } from '@mcpgw/loader/internal';
export function headerArgumentsFault(inputSchema: unknown): string | undefined {
  return faultIn(inputSchema, true, new Set());
}
