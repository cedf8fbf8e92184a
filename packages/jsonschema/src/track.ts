import { own } from './drafts.js';
import type { SchemaFailure } from './failure.js';
import type { SchemaNode } from './schema.js';
import { entries, type Instance, typeOf } from './values.js';
import { membersPerStep, spend, type Work } from './work.js';

/** The properties and items that no keyword has evaluated yet. It is kept only if an `unevaluated...` keyword needs it. */
export interface Unevaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

interface Known {
  readonly wanted: boolean;
  readonly failures: readonly SchemaFailure[];
  readonly unevaluated: Unevaluated | undefined;
}

/** A location in the value with the results of the schemas applied to it. Several ways through a schema may lead to the same location. */
export class ValueLocation {
  readonly #token: string;
  readonly #parent: ValueLocation | undefined;
  #children: Map<string, ValueLocation> | undefined;
  #known: Map<SchemaNode, Known> | undefined;

  constructor(token = '', parent?: ValueLocation) {
    this.#token = token;
    this.#parent = parent;
  }

  below(token: string): ValueLocation {
    this.#children ??= new Map();
    const known = this.#children.get(token);
    if (known) return known;
    const location = new ValueLocation(token, this);
    this.#children.set(token, location);
    return location;
  }

  /** Returns the result of a schema for this location. `wanted` is true if the caller needs what the schema leaves unevaluated. */
  known(schema: SchemaNode, wanted: boolean): Known | undefined {
    const known = this.#known?.get(schema);
    return known?.wanted === wanted ? known : undefined;
  }

  memoize(schema: SchemaNode, wanted: boolean, { failures, unevaluated }: Omit<Known, 'wanted'>): void {
    this.#known ??= new Map();
    this.#known.set(schema, { wanted, failures, unevaluated });
  }

  /** The path to the location, one token for each level. */
  tokens(): string[] {
    const tokens: string[] = [];
    for (let at: ValueLocation = this; at.#parent; at = at.#parent) tokens.push(at.#token);
    return tokens.reverse();
  }
}

/** The initially unevaluated properties and items; undefined if neither the schema nor one that refers to it needs them. */
export function unevaluatedOf(value: Instance, schema: SchemaNode, wanted: boolean, work?: Work): Unevaluated | undefined {
  const { json } = schema;
  if (!wanted && own(json, 'unevaluatedProperties') === undefined && own(json, 'unevaluatedItems') === undefined) return undefined;
  const type = typeOf(value);
  const properties = new Set(type === 'object' ? entries(value).keys() : []);
  const items = new Set(type === 'array' ? (value as readonly Instance[]).keys() : []);
  spend(work, (properties.size + items.size) / membersPerStep);
  return { properties, items };
}

/** Keeps as unevaluated only what both left unevaluated. */
export function keepCommon(mine: Unevaluated, other: Unevaluated | undefined, work?: Work): void {
  spend(work, (mine.properties.size + mine.items.size) / membersPerStep);
  for (const name of mine.properties) if (!other?.properties.has(name)) mine.properties.delete(name);
  for (const i of mine.items) if (!other?.items.has(i)) mine.items.delete(i);
}
