import { own } from './drafts.js';
import type { Schema } from './schema.js';
import { entries, type Instance, typeOf } from './values.js';

/** Properties and items that no keyword has looked at yet; kept only where an `unevaluated...` keyword asks. */
export interface Unevaluated {
  readonly properties: Set<string>;
  readonly items: Set<number>;
}

/** The way to a value, last token first; made into a list only for a failure. */
export interface Path {
  readonly token: string;
  readonly parent: Path | undefined;
}

export function pathTokens(path: Path | undefined): string[] {
  const tokens: string[] = [];
  for (let at = path; at; at = at.parent) tokens.push(at.token);
  return tokens.reverse();
}

/** What stands unevaluated at the start; undefined where neither the schema nor one that refers to it asks. */
export function unevaluatedOf(value: Instance, schema: Schema, wanted: boolean): Unevaluated | undefined {
  const { json } = schema;
  if (!wanted && own(json, 'unevaluatedProperties') === undefined && own(json, 'unevaluatedItems') === undefined) return undefined;
  const type = typeOf(value);
  return {
    properties: new Set(type === 'object' ? entries(value).keys() : []),
    items: new Set(type === 'array' ? (value as readonly Instance[]).keys() : []),
  };
}

/** What both left unevaluated stays so. */
export function keepCommon(mine: Unevaluated, other: Unevaluated | undefined): void {
  for (const name of mine.properties) if (!other?.properties.has(name)) mine.properties.delete(name);
  for (const i of mine.items) if (!other?.items.has(i)) mine.items.delete(i);
}
