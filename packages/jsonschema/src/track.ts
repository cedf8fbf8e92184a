import { own } from './drafts.js';
import type { Failure } from './failure.js';
import type { Schema } from './schema.js';
import { entries, type Instance, typeOf } from './values.js';
import { membersPerStep, spend, type Work } from './work.js';

/** Properties and items that no keyword has looked at yet; kept only where an `unevaluated...` keyword asks. */
export interface Unevaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

interface Known {
  readonly wanted: boolean;
  readonly failures: readonly Failure[];
  readonly unevaluated: Unevaluated | undefined;
}

/** A place in the value, with what schemas said of it: many ways through a schema lead to the same place. */
export class Place {
  readonly #token: string;
  readonly #parent: Place | undefined;
  #children: Map<string, Place> | undefined;
  #known: Map<Schema, Known> | undefined;

  constructor(token = '', parent?: Place) {
    this.#token = token;
    this.#parent = parent;
  }

  below(token: string): Place {
    this.#children ??= new Map();
    const known = this.#children.get(token);
    if (known) return known;
    const place = new Place(token, this);
    this.#children.set(token, place);
    return place;
  }

  /** What a schema said of this place; `wanted`: asked for what it leaves unevaluated. */
  known(schema: Schema, wanted: boolean): Known | undefined {
    const known = this.#known?.get(schema);
    return known?.wanted === wanted ? known : undefined;
  }

  remember(schema: Schema, wanted: boolean, { failures, unevaluated }: Omit<Known, 'wanted'>): void {
    this.#known ??= new Map();
    this.#known.set(schema, { wanted, failures, unevaluated });
  }

  /** The way to the place, one token a level. */
  tokens(): string[] {
    const tokens: string[] = [];
    for (let at: Place = this; at.#parent; at = at.#parent) tokens.push(at.#token);
    return tokens.reverse();
  }
}

/** What stands unevaluated at the start; undefined where neither the schema nor one that refers to it asks. */
export function unevaluatedOf(value: Instance, schema: Schema, wanted: boolean, work?: Work): Unevaluated | undefined {
  const { json } = schema;
  if (!wanted && own(json, 'unevaluatedProperties') === undefined && own(json, 'unevaluatedItems') === undefined) return undefined;
  const type = typeOf(value);
  const properties = new Set(type === 'object' ? entries(value).keys() : []);
  const items = new Set(type === 'array' ? (value as readonly Instance[]).keys() : []);
  spend(work, (properties.size + items.size) / membersPerStep);
  return { properties, items };
}

/** What both left unevaluated stays so. */
export function keepCommon(mine: Unevaluated, other: Unevaluated | undefined, work?: Work): void {
  spend(work, (mine.properties.size + mine.items.size) / membersPerStep);
  for (const name of mine.properties) if (!other?.properties.has(name)) mine.properties.delete(name);
  for (const i of mine.items) if (!other?.items.has(i)) mine.items.delete(i);
}
