/** Walks a document together with its published schema, for rules about single fields. */
import type { Path } from '@mcpgw/diagnostics';
import { type Entry, get, items, lastOfEach, type Node } from '@mcpgw/structure';
import { isFor, resolved, type SchemaKeywords } from './json-schema.js';

/** A value, and a schema that applies to it. */
export interface Visit {
  readonly node: Node;
  readonly schema: SchemaKeywords;
  readonly path: Path;
  /** The keys from the nearest server, list item or root down to the value. */
  readonly names: readonly string[];
  /** The entry of the value, if its parent is a mapping. */
  readonly entry?: Entry;
}

/** The callbacks of a walk. */
export interface SchemaVisitor {
  /** Called for each value. Returns whether to continue below it. */
  readonly value: (visit: Visit) => boolean;
  /** Called for each key of a mapping whose keys have a schema. */
  readonly key?: (entry: Entry, schema: SchemaKeywords, path: Path) => void;
}

const maxVisits = 5_000_000;

/** Walks the part of a document that the schema describes. In a union, it follows the branches for values of this type. */
export function walkSchema(node: Node, schema: SchemaKeywords, root: SchemaKeywords, visitor: SchemaVisitor): void {
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
    for (const entry of lastOfEach(node.entries)) {
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

/** Whether a value satisfies a condition: fields with fixed values. */
function isWhen({ properties = {} }: SchemaKeywords, node: Node): boolean {
  return Object.entries(properties).every(([name, { const: wanted }]) => {
    const value = get(node, name);
    return value?.kind === 'scalar' && value.value === wanted;
  });
}
