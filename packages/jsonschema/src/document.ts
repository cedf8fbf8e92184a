import { type Draft, draftFromUrl, draftLatest, isObject, type Json, type JsonObject, own } from './drafts.js';
import { escapeProblem, SchemaError } from './failure.js';

/** A part of a document that has its own identity (`$id`). References and anchors inside it are relative to it. */
export interface Resource {
  readonly pointer: string;
  readonly id: string;
  readonly draft: Draft;
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Set<string>;
}

export const escapeToken = (token: string): string => (/[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token);
const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** A JSON document that holds schemas. It knows its resources and anchors, and resolves references within it (root.go, roots.go). */
export class SchemaDocument {
  readonly url: string;
  readonly json: Json;
  readonly #draftOfUrl: (url: string) => Draft;
  readonly #resources = new Map<string, Resource>();
  readonly #resourcesById = new Map<string, Resource>();
  readonly #collected = new Map<string, { readonly json: Json; readonly resource: Resource }>();

  /**
   * `draftOf` returns the draft for a `$schema` that is not one of the standard drafts.
   *
   * @throws SchemaError for duplicate ids or anchors
   */
  constructor(url: string, json: Json, draftOf: (url: string) => Draft) {
    this.#draftOfUrl = draftOf;
    this.url = url;
    this.json = json;
    this.#collect(json, '', undefined);
  }

  /** The resource that holds the value at a pointer. */
  resource(pointer: string): Resource {
    const collected = this.#collected.get(pointer);
    if (collected) return collected.resource;
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const found = this.#resources.get(at);
      if (found) return found;
    }
  }

  /** Registers the value at a pointer outside the usual positions of subschemas, because a reference may lead anywhere. */
  ensureCollected(pointer: string): void {
    if (this.#collected.has(pointer)) return;
    this.#collect(this.lookup(pointer), pointer, this.resource(pointer));
  }

  isCollected(pointer: string): boolean {
    return this.#collected.has(pointer);
  }

  /**
   * Returns the value at a pointer.
   *
   * @throws SchemaError if there is none
   */
  lookup(pointer: string): Json {
    const collected = this.#collected.get(pointer);
    if (collected) return collected.json;
    let json: Json = this.json;
    for (const token of pointer.split('/').slice(1).map(unescapeToken)) {
      const next: Json | undefined = Array.isArray(json)
        ? /^\d+$/.test(token)
          ? json[Number(token)]
          : undefined
        : isObject(json)
          ? own(json, token)
          : undefined;
      if (next === undefined) throw new SchemaError(`json-pointer in "${this.url}#${pointer}" not found`);
      json = next;
    }
    return json;
  }

  /** The pointer that `url#fragment` means in this document; undefined if the URL belongs to another document. */
  resolve(url: string, fragment: string): string | undefined {
    const resource = url === this.url ? this.#resources.get('')! : this.#resourcesById.get(url);
    if (!resource) return undefined;
    if (fragment === '' || fragment.startsWith('/')) return resource.pointer + fragment;
    const anchored = resource.anchors.get(fragment);
    if (anchored === undefined) throw new SchemaError(`anchor in "${url}#${fragment}" not found in schema "${this.url}"`);
    return anchored;
  }

  #collect(json: Json, pointer: string, parent: Resource | undefined): void {
    if (this.#collected.has(pointer)) return;
    const resource = this.#resourceFor(json, pointer, parent);
    this.#collected.set(pointer, { json, resource });
    if (!isObject(json)) return;
    this.#collectAnchors(json, pointer, resource);
    for (const keyword of Object.keys(json)) {
      const position = resource.draft.subschemas.get(keyword);
      if (position) this.#collectPosition(json[keyword]!, `${pointer}/${keyword}`, position, resource);
    }
  }

  /** The resource that a schema belongs to. The root and every schema with an id start a new one. */
  #resourceFor(json: Json, pointer: string, parent: Resource | undefined): Resource {
    const [base, fallback] = parent ? [parent.id, parent.draft] : [this.url, draftLatest];
    const draft = isObject(json) ? this.#draftOf(json, pointer, fallback) : fallback;
    const id = isObject(json) ? idOf(json, draft) : undefined;
    if (id !== undefined && escapeProblem(id) !== undefined) throw new SchemaError(`error in parsing id at "${this.url}#${pointer}"`);
    if (id !== undefined) return this.#add(pointer, joinUrl(base, id), draft);
    return parent ?? this.#add(pointer, base, draft);
  }

  #collectPosition(value: Json, pointer: string, position: string, resource: Resource): void {
    if (position === 'values') {
      if (isObject(value)) for (const key of Object.keys(value)) this.#collect(value[key]!, `${pointer}/${escapeToken(key)}`, resource);
    } else if (position !== 'self' && Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.#collect(item, `${pointer}/${i}`, resource);
    } else if (position !== 'items') {
      this.#collect(value, pointer, resource);
    }
  }

  /** `$schema` has an effect at the root and beside an id only. */
  #draftOf(json: JsonObject, pointer: string, fallback: Draft): Draft {
    const name = own(json, '$schema');
    if (typeof name !== 'string') return fallback;
    const draft = draftFromUrl(name);
    if (draft) return pointer === '' || idOf(json, draft) !== undefined ? draft : fallback;
    if (pointer !== '') return fallback;
    const url = name.split('#')[0]!;
    const problem = escapeProblem(url);
    if (problem !== undefined) throw new SchemaError(`invalid $schema in "${this.url}#${pointer}": ${problem}`);
    if (url === this.url) throw new SchemaError(`draft "${url}" is not supported`);
    return this.#draftOfUrl(url);
  }

  #add(pointer: string, id: string, draft: Draft): Resource {
    const twin = this.#resourcesById.get(id);
    if (twin) throw new SchemaError(`duplicate id "${id}" in "${this.url}" at "${pointer}" and "${twin.pointer}"`);
    const resource: Resource = { pointer, id, draft, anchors: new Map(), dynamicAnchors: new Set() };
    this.#resources.set(pointer, resource);
    this.#resourcesById.set(id, resource);
    return resource;
  }

  #collectAnchors(json: JsonObject, pointer: string, resource: Resource): void {
    const { draft } = resource;
    const add = (anchor: Json | undefined): void => {
      if (typeof anchor !== 'string' || anchor === '') return;
      const twin = resource.anchors.get(anchor);
      if (twin !== undefined && twin !== pointer)
        throw new SchemaError(`duplicate anchor "${anchor}" in "${this.url}" at "${twin}" and "${pointer}"`);
      resource.anchors.set(anchor, pointer);
    };
    if (draft.version < 2019) {
      const id = own(json, draft.id);
      const fragment = typeof id === 'string' && own(json, '$ref') === undefined ? splitUrl(id)[1] : '';
      if (!fragment.startsWith('/')) add(fragment);
      return;
    }
    add(own(json, '$anchor'));
    const dynamic = own(json, '$dynamicAnchor');
    if (draft.version < 2020 || typeof dynamic !== 'string') return;
    add(dynamic);
    resource.dynamicAnchors.add(dynamic);
  }
}

function idOf(json: JsonObject, draft: Draft): string | undefined {
  if (draft.version < 2019 && own(json, '$ref') !== undefined) return undefined;
  const id = own(json, draft.id);
  return typeof id === 'string' ? splitUrl(id)[0] || undefined : undefined;
}

/** Splits a URL into the part before the fragment and the decoded fragment. */
export function splitUrl(text: string): [url: string, fragment: string] {
  const hash = text.indexOf('#');
  if (hash < 0) return [text, ''];
  try {
    return [text.slice(0, hash), decodeURIComponent(text.slice(hash + 1))];
  } catch {
    throw new SchemaError(`error in parsing "${text}": invalid URL escape`);
  }
}

/** Resolves a reference against a base URL (RFC 3986). */
export function joinUrl(base: string, reference: string): string {
  if (reference === '') return base;
  const problem = escapeProblem(reference);
  if (problem !== undefined) throw new SchemaError(`error in parsing "${reference}": ${problem}`);
  try {
    return new URL(reference, base).href;
  } catch {
    throw new SchemaError(`error in parsing "${reference}": not a URL reference`);
  }
}
