/** A walk over a document beside its published schema: what rules use that speak of single fields. */
import type { Path } from '@mcpgw/diagnostics';
import { type Entry, entries, get, items, type MapNode, type Node } from '@mcpgw/structure';
import { isFor, type JsonSchema, resolved } from './json-schema.js';

/** A value, and a schema that it is held to. */
export interface Visit {
  readonly node: Node;
  readonly schema: JsonSchema;
  readonly path: Path;
  /** The keys below the nearest server, item or the top. */
  readonly names: readonly string[];
  /** The entry of the mapping that the value belongs to. */
  readonly entry?: Entry;
}

/** What looks at each value. */
export interface Visitor {
  /** Whether to go on below the value. */
  readonly value: (visit: Visit) => boolean;
  /** A key of a mapping whose keys have a schema of their own. */
  readonly key?: (entry: Entry, schema: JsonSchema, path: Path) => void;
}

const maxVisits = 5_000_000;

/** Walks down a document as far as the schema knows it; of a union, the branches for values of this type. */
export function walkSchema(node: Node, schema: JsonSchema, root: JsonSchema, visitor: Visitor): void {
  let visits = 0;
  const walk = (visit: Visit): void => {
    if (++visits > maxVisits) return;
    const { schema } = visit;
    const goesOn = visitor.value(visit);
    if (!goesOn) return;
    const target = resolved(schema, root);
    if (target !== schema) walk({ ...visit, schema: target });
    for (const branch of schema.anyOf ?? []) if (isFor(resolved(branch, root), visit.node)) walk({ ...visit, schema: branch });
    const chosen = schema.if === undefined ? undefined : isWhen(schema.if, visit.node) ? schema.then : schema.else;
    if (chosen !== undefined) walk({ ...visit, schema: chosen });
    below(visit);
  };
  const below = ({ node, schema, path, names }: Visit): void => {
    const { items: ofItems, properties, additionalProperties, propertyNames } = schema;
    if (ofItems !== undefined)
      for (const [index, item] of items(node).entries()) walk({ node: item, schema: ofItems, path: [...path, index], names: [] });
    if (node.kind !== 'map') return;
    for (const entry of lastOfEach(node)) {
      const inside = [...path, entry.key];
      if (propertyNames !== undefined) visitor.key?.(entry, propertyNames, inside);
      const field = properties !== undefined && Object.hasOwn(properties, entry.key) ? properties[entry.key] : undefined;
      if (field !== undefined) walk({ node: entry.value, schema: field, path: inside, names: [...names, entry.key], entry });
      else if (typeof additionalProperties === 'object')
        walk({ node: entry.value, schema: additionalProperties, path: inside, names: [], entry });
    }
  };
  walk({ node, schema, path: [], names: [] });
}

/** Whether a value is of the kind that a condition names: fields with fixed values. */
function isWhen({ properties = {} }: JsonSchema, node: Node): boolean {
  return Object.entries(properties).every(([name, { const: wanted }]) => {
    const value = get(node, name);
    return value?.kind === 'scalar' && value.value === wanted;
  });
}

/** The entries of a mapping that count: of a key that stands twice, the last. */
function lastOfEach(node: MapNode): readonly Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of entries(node)) last.set(entry.key, entry);
  return [...last.values()];
}
