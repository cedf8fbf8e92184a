import { escapeToken, joinUrl, SchemaDocument, splitUrl } from './document.js';
import { type Draft, draftFromUrl, draftLatest, drafts, isObject, type Json, type JsonObject, own } from './drafts.js';
import { SchemaError } from './failure.js';

/** A compiled regular expression with the semantics of Go. */
export interface Pattern {
  readonly source: string;
  /** The maximum cost of matching a text of `length` characters, in units of the validation's work. */
  work?(length: number): number;
  test(text: string): boolean;
}

/**
 * Compiles a pattern in Go's RE2 syntax.
 *
 * @throws Error with Go's message if the pattern is invalid
 */
export type CompilePattern = (source: string) => Pattern;

/** A compiled schema. */
export interface SchemaNode {
  readonly document: SchemaDocument;
  readonly pointer: string;
  readonly draft: Draft;
  /** The value of a boolean schema; `{}` is true. */
  readonly constant?: boolean;
  readonly json: JsonObject;
  /** Subschemas by keyword. Subschemas in a list or map are stored by keyword and token: `properties/name`. */
  readonly children: Map<string, SchemaNode>;
  readonly refs: Map<string, SchemaNode>;
  readonly pattern?: Pattern;
  readonly patternProperties?: readonly (readonly [Pattern, SchemaNode])[];
  /** The groups of keywords that the schema has. Validation skips the others. */
  readonly groups: Set<KeywordGroup>;
  /** Returns the schema at a pointer that a dynamic anchor of this schema's resource names. */
  readonly dynamicAnchor?: (pointer: string) => SchemaNode | undefined;
}

export type KeywordGroup = 'basic' | 'object' | 'array' | 'string' | 'number' | 'combined';

const groupKeywords: Readonly<Record<KeywordGroup, readonly string[]>> = {
  basic: ['type', 'const', 'enum', 'format'],
  object: [
    'minProperties',
    'maxProperties',
    'required',
    'properties',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'dependencies',
    'dependentSchemas',
    'dependentRequired',
  ],
  array: ['minItems', 'maxItems', 'uniqueItems', 'items', 'additionalItems', 'prefixItems', 'contains'],
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  combined: ['not', 'allOf', 'anyOf', 'oneOf', 'if'],
};

const groupOf = new Map(
  Object.entries(groupKeywords).flatMap(([group, keywords]) => keywords.map(keyword => [keyword, group as KeywordGroup] as const)),
);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const singles = [
  'not',
  'if',
  'then',
  'else',
  'additionalProperties',
  'additionalItems',
  'items',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'items', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependencies', 'dependentSchemas'];
const references = ['$ref', '$recursiveRef', '$dynamicRef'];

/** The first draft that has the keyword. Keywords that are not listed are in all drafts. */
const since: Readonly<Record<string, number>> = {
  contains: 6,
  propertyNames: 6,
  if: 7,
  then: 7,
  else: 7,
  $recursiveRef: 2019,
  dependentSchemas: 2019,
  unevaluatedItems: 2019,
  unevaluatedProperties: 2019,
  $dynamicRef: 2020,
  prefixItems: 2020,
};

/**
 * Reads a schema outside the document by its absolute URL without fragment.
 *
 * @throws SchemaError if it cannot be read
 */
export type LoadSchema = (url: string) => Json;

const refuseOutside: LoadSchema = url => {
  throw new SchemaError(`failing loading "${url}": schemas outside the document are not read`);
};

/** Compiles all schemas that can be reached from a root. It resolves references and compiles patterns (compiler.go, objcompiler.go). */
export class Compiler {
  readonly #compilePattern: CompilePattern;
  readonly #checkSchema: (json: Json, draft: Draft, url: string) => void;
  readonly #metaschema: (draft: Draft) => JsonObject;
  readonly #outside: LoadSchema;
  readonly #documents = new Map<string, SchemaDocument>();
  readonly #schemas = new Map<string, SchemaNode>();
  readonly #queue: SchemaNode[] = [];

  /** Whether a schema depends on the schemas that led to it. */
  dependsOnScope = false;

  /**
   * `outside` reads schemas that are not in the document.
   *
   * @throws SchemaError from `checkSchema` if the draft forbids a schema
   */
  constructor(
    compilePattern: CompilePattern,
    metaschema: (draft: Draft) => JsonObject,
    checkSchema: (json: Json, draft: Draft, url: string) => void,
    outside: LoadSchema = refuseOutside,
  ) {
    this.#outside = outside;
    this.#compilePattern = compilePattern;
    this.#metaschema = metaschema;
    this.#checkSchema = checkSchema;
  }

  /**
   * Compiles a schema and everything that it refers to.
   *
   * @throws SchemaError if a schema is forbidden or a reference cannot be resolved
   */
  compile(url: string, json: Json): SchemaNode {
    const document = this.#add(url, json);
    const root = this.#enqueue(document, '');
    for (let next = this.#queue.pop(); next; next = this.#queue.pop()) this.#expand(next);
    return root;
  }

  #add(url: string, json: Json): SchemaDocument {
    const document = new SchemaDocument(url, json, at => this.#outsideDraft(at, new Set()));
    this.#documents.set(url, document);
    this.#checkSchema(json, document.resource('').draft, `${url}#`);
    return document;
  }

  /** The draft of a nonstandard metaschema: the draft that its own `$schema` names (loader.go getDraft). */
  #outsideDraft(url: string, seen: Set<string>): Draft {
    if (seen.has(url)) throw new SchemaError(`cycle in resolving $schema in "${url}"`);
    seen.add(url);
    const json = this.#outside(url);
    const name = isObject(json) ? own(json, '$schema') : undefined;
    if (typeof name !== 'string') return draftLatest;
    return draftFromUrl(name) ?? this.#outsideDraft(name.split('#')[0]!, seen);
  }

  #enqueue(document: SchemaDocument, pointer: string): SchemaNode {
    const key = `${document.url}#${pointer}`;
    const known = this.#schemas.get(key);
    if (known) return known;
    if (!document.isCollected(pointer)) {
      document.ensureCollected(pointer);
      this.#checkSchema(document.lookup(pointer), document.resource(pointer).draft, key);
    }
    const json = document.lookup(pointer);
    const constant =
      typeof json === 'boolean' ? { constant: json } : isObject(json) && Object.keys(json).length === 0 ? { constant: true } : {};
    const schema: SchemaNode = {
      document,
      pointer,
      draft: document.resource(pointer).draft,
      json: isObject(json) ? json : {},
      children: new Map(),
      refs: new Map(),
      groups: new Set(),
      ...constant,
      dynamicAnchor: at => this.#schemas.get(`${document.url}#${at}`),
    };
    this.#schemas.set(key, schema);
    this.#queue.push(schema);
    return schema;
  }

  #expand(schema: Mutable<SchemaNode>): void {
    const { json, draft } = schema;
    const resource = schema.document.resource(schema.pointer);
    if (resource.pointer === schema.pointer)
      for (const anchor of resource.dynamicAnchors) this.#enqueue(schema.document, resource.anchors.get(anchor)!);
    for (const keyword of references) this.#expandReference(schema, keyword);
    if (draft.version < 2019 && schema.refs.size > 0) return;
    for (const keyword of Object.keys(json)) {
      const group = groupOf.get(keyword);
      if (group) schema.groups.add(group);
      if ((since[keyword] ?? 0) <= draft.version) this.#expandKeyword(schema, keyword, json[keyword]!);
    }
    const pattern = own(json, 'pattern');
    if (typeof pattern === 'string') schema.pattern = this.#pattern(schema, 'pattern', pattern);
    const byName = own(json, 'patternProperties');
    if (isObject(byName)) {
      schema.patternProperties = Object.keys(byName).map(
        name => [this.#pattern(schema, 'patternProperties', name), schema.children.get(`patternProperties/${name}`)!] as const,
      );
    }
  }

  #expandKeyword(schema: SchemaNode, keyword: string, value: Json): void {
    const at = `${schema.pointer}/${escapeToken(keyword)}`;
    if (Array.isArray(value)) {
      if (lists.includes(keyword))
        for (const i of value.keys()) schema.children.set(`${keyword}/${i}`, this.#enqueue(schema.document, `${at}/${i}`));
    } else if (maps.includes(keyword)) {
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) {
        if (!Array.isArray(value[name]))
          schema.children.set(`${keyword}/${name}`, this.#enqueue(schema.document, `${at}/${escapeToken(name)}`));
      }
    } else if (singles.includes(keyword)) {
      schema.children.set(keyword, this.#enqueue(schema.document, at));
    }
  }

  #expandReference(schema: SchemaNode, keyword: string): void {
    const reference = own(schema.json, keyword);
    if (typeof reference !== 'string' || (since[keyword] ?? 0) > schema.draft.version) return;
    if (keyword !== '$ref') this.dependsOnScope = true;
    const [url, fragment] = splitUrl(reference);
    const absolute = joinUrl(schema.document.resource(schema.pointer).id, url);
    const local = schema.document.resolve(absolute, fragment);
    if (local !== undefined) schema.refs.set(keyword, this.#enqueue(schema.document, local));
    else {
      const document = this.#load(absolute);
      schema.refs.set(keyword, this.#enqueue(document, document.resolve(absolute, fragment)!));
    }
  }

  /** Loads another document: the metaschema of a draft, or one from outside. */
  #load(url: string): SchemaDocument {
    const known = this.#documents.get(url);
    if (known) return known;
    const draft = draftFromUrl(url);
    if (!draft) return this.#add(url, this.#outside(url));
    const document = new SchemaDocument(url, this.#metaschema(draft), at => this.#outsideDraft(at, new Set()));
    this.#documents.set(url, document);
    return document;
  }

  #pattern(schema: SchemaNode, keyword: string, source: string): Pattern {
    try {
      return this.#compilePattern(source);
    } catch (error) {
      throw new SchemaError(
        `invalid regex "${source}" at "${schema.document.url}#${schema.pointer}/${keyword}": ${(error as Error).message}`,
      );
    }
  }
}

/** Whether a draft asserts `format`. Drafts up to 7 do; later drafts treat it as an annotation. */
export const assertsFormat = (draft: Draft): boolean => draft.version <= drafts[7].version;
