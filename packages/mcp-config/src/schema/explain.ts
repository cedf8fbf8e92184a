/** Converts the errors of ajv to findings. */
import type { Finding, Path } from '@mcpgw/diagnostics';
import {
  belongsUnder,
  type Entry,
  type EnumShape,
  entry as entryAt,
  expected,
  get,
  headSpan,
  int,
  items,
  lengthProblem,
  listNames,
  missingField,
  type Node,
  noneSet,
  number,
  type Problem,
  type Shape,
  scalarProblem,
  severalSet,
  string,
  typeProblem,
  unknownField,
} from '@mcpgw/structure';
import { expand, type PlaceholderDialect } from '../formats/placeholders.js';
import { textKinds } from '../formats/text-kinds.js';
import { findingOf, textProblem } from './beyond.js';
import { type AjvError, exampleOf, isFor, resolved, type SchemaKeywords, searchSchema, typesOf, wordsOf } from './json-schema.js';

/** An error, and the value that it is about. */
interface PlacedError {
  readonly error: AjvError;
  readonly node: Node;
  readonly path: Path;
}

/** A position that the schema refuses for a reason that a rule may explain better. If no finding of a rule covers it, `general` is reported. */
export interface OpenRefusal {
  readonly path: Path;
  readonly general: Finding;
}

export interface Explained {
  readonly findings: readonly Finding[];
  readonly open: readonly OpenRefusal[];
}

const maxFindings = 1000;

/** Converts the errors of one check of a document to findings. */
export function explained(
  document: Node,
  root: SchemaKeywords,
  errors: readonly AjvError[],
  file: string,
  dialect: PlaceholderDialect,
): Explained {
  const explainer = new Explainer(root, file, dialect);
  const placed = errors.flatMap(error => place(document, error) ?? []);
  for (const one of withoutOtherBranches(placed, root)) {
    if (explainer.findings.length + explainer.open.length >= maxFindings) break;
    explainer.explain(one);
  }
  return { findings: explainer.findings, open: explainer.open };
}

/** Finds the value of an error. */
function place(document: Node, error: AjvError): PlacedError | undefined {
  let node: Node | undefined = document;
  const path: (string | number)[] = [];
  for (const step of error.instancePath.split('/').slice(1)) {
    const key: string = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(node?.kind === 'list' ? Number(key) : key);
    node = node?.kind === 'list' ? items(node)[Number(key)] : get(node, key);
  }
  return node === undefined ? undefined : { error, node, path };
}

const isUnion = ({ keyword, parentSchema }: AjvError): boolean => keyword === 'anyOf' && parentSchema.anyOf !== undefined;

/**
 * Drops the errors of union branches that are for values of another type, unless no branch is for this type; then the error of the union
 * is kept. Branches of a union differ by type, so an error of another branch is one at the value itself, in that branch.
 */
function withoutOtherBranches(placed: readonly PlacedError[], root: SchemaKeywords): PlacedError[] {
  const dropped = new Map<string, Set<SchemaKeywords>>();
  const silent = new Set<AjvError>();
  for (const { error, node } of placed) {
    if (!isUnion(error) || isConditional(error)) continue;
    const branches = error.parentSchema.anyOf!.map(branch => resolved(branch, root));
    const fitting = branches.filter(branch => isFor(branch, node));
    const others = dropped.get(error.instancePath) ?? new Set();
    dropped.set(error.instancePath, others);
    for (const branch of branches) if (!fitting.includes(branch)) others.add(branch);
    if (fitting.length > 0) silent.add(error);
  }
  return placed.filter(({ error }) => !silent.has(error) && dropped.get(error.instancePath)?.has(error.parentSchema) !== true);
}

/** Keywords whose subschemas apply under a condition. */
const conditions = new Set(['allOf', 'then', 'else', 'if', 'not', 'oneOf']);

/** Whether an error comes from a subschema about several fields. */
function isConditional({ schemaPath }: AjvError): boolean {
  const steps = schemaPath.split('/').slice(1, -1);
  for (let index = 0; index < steps.length; index++) {
    if (steps[index] === 'properties' || steps[index] === '$defs') index++;
    else if (conditions.has(steps[index]!)) return true;
  }
  return false;
}

class Explainer {
  readonly findings: Finding[] = [];
  readonly open: OpenRefusal[] = [];
  readonly #root: SchemaKeywords;
  readonly #file: string;
  readonly #dialect: PlaceholderDialect;
  readonly #keys = new WeakMap<Node, ReadonlySet<string>>();

  constructor(root: SchemaKeywords, file: string, dialect: PlaceholderDialect) {
    this.#root = root;
    this.#file = file;
    this.#dialect = dialect;
  }

  explain({ error, node, path }: PlacedError): void {
    const { keyword, params, parentSchema } = error;
    if (keyword === 'oneOf' && isOfFields(parentSchema)) this.#choice(error, node, path);
    else if (error.propertyName !== undefined) this.#key(error, node, path);
    else if (isConditional(error)) this.#refused(node, path, parentSchema);
    else if (keyword === 'additionalProperties') this.#unknown(String(params.additionalProperty), node, parentSchema, path);
    else if (keyword === 'required') this.#missing(String(params.missingProperty), node, parentSchema, path);
    else if (keyword === 'type' || keyword === 'enum' || keyword === 'anyOf') this.#wrong(node, parentSchema, path);
    else if (keyword === 'minimum' || keyword === 'maximum') this.#wrong(node, parentSchema, path);
    else if (keyword === 'minItems' || keyword === 'maxItems') {
      const problem = lengthProblem(items(node).length, parentSchema.minItems, parentSchema.maxItems);
      if (problem !== undefined) this.#report(findingOf('bad-value', problem, this.#file, headSpan(node), path));
    } else if (keyword !== 'propertyNames') this.#refused(node, path, parentSchema);
  }

  #report(finding: Finding): void {
    this.findings.push(finding);
  }

  /** Records a refusal that a rule may explain: a text that a pattern refuses, or fields that require or exclude each other. */
  #refused(node: Node, path: Path, schema: SchemaKeywords, span = headSpan(node)): void {
    const known = node.kind === 'scalar' && typeof node.value === 'string' ? this.#textProblem(node.value, schema) : undefined;
    const problem: Problem = known ?? {
      message:
        node.kind === 'scalar'
          ? `the published schema does not take ${quoted(node.text)} here`
          : 'the published schema does not take these fields together',
      suggestion: 'look at the description of the field: mcpgw schema prints it',
    };
    this.open.push({ path, general: findingOf('bad-value', problem, this.#file, span, path) });
  }

  /** What is wrong with a text or with its placeholders. */
  #textProblem(text: string, schema: SchemaKeywords): Problem | undefined {
    const { faults } = expand(text, { dialect: this.#dialect, env: {}, file: this.#file, resolve: 'form' });
    return textProblem(text, schema['x-mcpgw']) ?? faults[0];
  }

  #key({ propertyName = '' }: AjvError, node: Node, path: Path): void {
    const found = entryAt(node, propertyName);
    const inside = [...path, propertyName];
    const problem: Problem = {
      message: `the published schema does not take the key ${quoted(propertyName)} here`,
      suggestion: 'rename it',
    };
    this.open.push({ path: inside, general: findingOf('bad-value', problem, this.#file, found?.keySpan ?? headSpan(node), inside) });
  }

  #unknown(key: string, node: Node, schema: SchemaKeywords, path: Path): void {
    const { title = 'the mapping', properties = {} } = schema;
    const found: Entry | undefined = entryAt(node, key);
    if (found === undefined) return;
    const around = [
      { shape: schema, path },
      { shape: resolved(this.#root, this.#root), path: [] },
    ];
    const elsewhere = () => belongsUnder(around, searchSchema(key, this.#root));
    const problem = unknownField(found, { title, names: Object.keys(properties), taken: this.#keysOf(node) }, elsewhere);
    this.#report(findingOf('unknown-field', problem, this.#file, found.keySpan, [...path, key]));
  }

  #missing(name: string, node: Node, { title = 'the mapping', properties = {} }: SchemaKeywords, path: Path): void {
    const field = properties[name] ?? {};
    const problem = missingField(title, name, field.description ?? '', exampleOf({ ...resolved(field, this.#root), ...field }));
    this.#report(findingOf('missing-field', problem, this.#file, headSpan(node), path));
  }

  /** Explains a choice of fields of which exactly one must be set. */
  #choice({ params, parentSchema }: AjvError, node: Node, path: Path): void {
    const owner = this.#ownerOf(parentSchema);
    const names = parentSchema.oneOf!.flatMap(({ required = [] }) => required);
    const present = node.kind === 'map' ? node.entries.filter(({ key }) => names.includes(key)) : [];
    const title = owner?.title ?? 'the mapping';
    if (params.passingSchemas !== null && present.length > 1) {
      const problem = severalSet(title, [...new Set(present.map(({ key }) => key))]);
      this.#report(findingOf('conflicting-fields', problem, this.#file, present[1]!.keySpan, [...path, present[1]!.key]));
      return;
    }
    const fields = names.map(name => ({ name, doc: owner?.properties?.[name]?.description ?? '' }));
    this.#report(findingOf('missing-field', noneSet(title, fields), this.#file, headSpan(node), path));
  }

  /** The definition that contains a subschema. */
  #ownerOf(part: SchemaKeywords): SchemaKeywords | undefined {
    return Object.values(this.#root.$defs ?? {}).find(({ allOf }: SchemaKeywords & { readonly allOf?: readonly SchemaKeywords[] }) =>
      allOf?.includes(part),
    );
  }

  #wrong(node: Node, schema: SchemaKeywords, path: Path): void {
    const variants = (schema.anyOf ?? [schema]).map(variant => resolved(variant, this.#root)).filter(({ type }) => type !== 'null');
    const [only] = variants;
    if (variants.length > 1) {
      const names = variants.map(variant => (isMapping(variant) ? described(variant) : expected(shapeOf(variant))));
      this.#report(this.#typeFinding(node, listNames([...new Set(names)], 'or', ''), path));
    } else if (only !== undefined) this.#wrongOne(node, only, path);
  }

  #wrongOne(node: Node, schema: SchemaKeywords, path: Path): void {
    if (isMapping(schema)) {
      const wanted = schema.title === undefined ? 'a mapping' : `a mapping (${schema.title})`;
      this.#report(this.#typeFinding(node, wanted, path, this.#fieldExample(schema)));
      return;
    }
    const shape = shapeOf(schema);
    if (node.kind !== 'scalar' || shape.type === 'list') this.#report(this.#typeFinding(node, expected(shape), path));
    else {
      const problem = scalarProblem(node, shape);
      if (problem !== undefined) this.#report(findingOf('wrong-type', problem, this.#file, node.span, path));
    }
  }

  #typeFinding(node: Node, wanted: string, path: Path, example?: string): Finding {
    return findingOf('wrong-type', typeProblem(node, wanted, path, example), this.#file, headSpan(node), path);
  }

  /** An example of a field of a mapping, as it would be written: the first required field, else the first field. */
  #fieldExample({ properties, required }: SchemaKeywords): string | undefined {
    const fields = Object.entries(properties ?? {});
    const [name, field] = fields.find(([key]) => required?.includes(key)) ?? fields.find(([key]) => key !== '$schema') ?? [];
    if (name === undefined || field === undefined) return undefined;
    return `${name}: ${exampleOf(field) ?? '...'}`;
  }

  /** The keys of a mapping, collected once even if many of them are unknown. */
  #keysOf(node: Node): ReadonlySet<string> {
    const known = this.#keys.get(node);
    if (known !== undefined) return known;
    const keys = new Set(node.kind === 'map' ? node.entries.map(({ key }) => key) : []);
    this.#keys.set(node, keys);
    return keys;
  }
}

/** Whether `oneOf` is a choice of fields of which exactly one must be present. */
const isOfFields = ({ oneOf }: SchemaKeywords): boolean => oneOf?.every(part => Object.keys(part).join() === 'required') === true;

const isMapping = (schema: SchemaKeywords): boolean => typesOf(schema).join() === 'object';

const described = ({ properties }: SchemaKeywords): string =>
  properties === undefined ? 'a mapping' : `a mapping with ${listNames(Object.keys(properties))}`;

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

/** The shape of the scalar or list that a schema expects, for messages. */
function shapeOf(schema: SchemaKeywords): Shape {
  const words = wordsOf(schema);
  if (words !== undefined) return { type: 'enum', values: words } satisfies EnumShape;
  const [type] = typesOf(schema);
  switch (type) {
    case 'integer':
      return int(schema.minimum ?? Number.NEGATIVE_INFINITY, schema.maximum);
    case 'number':
      return number(schema.minimum, schema.maximum);
    case 'boolean':
      return { type: 'boolean' };
    case 'array':
      return { type: 'list', of: { type: 'any' } };
    default: {
      const about = schema['x-mcpgw'];
      return string(about?.text === undefined ? 'a string' : textKinds[about.text].name, text => textProblem(text, about));
    }
  }
}
