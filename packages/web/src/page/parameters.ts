/** The parameters of a tool as rows of a table, from its JSON Schema. */

type Schema = Readonly<Record<string, unknown>>;

/** A parameter. Members of objects and items of lists are rows below it. */
export interface Parameter {
  /** The path: `filter.labels[]`. */
  readonly name: string;
  /** 0 for the arguments themselves. */
  readonly depth: number;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** Limits, choices and the default, as short texts. */
  readonly notes: readonly string[];
}

/** Rows that a table of parameters has at most. */
export const maxParameters = 300;
const maxDepth = 6;
const maxChoices = 12;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The schema that a local reference names; the schema itself without one. */
export function resolved(schema: unknown, root: Schema): Schema {
  let current: unknown = schema;
  for (let steps = 0; steps < 10 && isSchema(current) && typeof current.$ref === 'string'; steps++) {
    const { $ref, ...beside } = current as Schema & { $ref: string };
    if (!$ref.startsWith('#')) return current;
    let target: unknown = root;
    for (const segment of $ref.slice(1).split('/').filter(Boolean)) {
      const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      target = isSchema(target) && Object.hasOwn(target, name) ? target[name] : undefined;
    }
    current = isSchema(target) ? { ...target, ...beside } : undefined;
  }
  return isSchema(current) ? current : {};
}

/** The type of values in words: `string`, `integer[]`, `string or null`. */
export function typeOf(schema: Schema, root: Schema, depth = 0): string {
  const { type, items, anyOf, oneOf, enum: choices } = schema;
  if (Array.isArray(type)) return type.filter(each => typeof each === 'string').join(' or ');
  if (type === 'array') return depth < 3 && isSchema(items) ? `${typeOf(resolved(items, root), root, depth + 1)}[]` : 'array';
  if (typeof type === 'string') return type;
  const variants = [anyOf, oneOf].find(Array.isArray);
  if (variants && depth < 3)
    return [...new Set(variants.slice(0, 8).map(each => typeOf(resolved(each, root), root, depth + 1)))].join(' or ');
  if (Array.isArray(choices)) return 'choice';
  return isSchema(schema.properties) ? 'object' : 'any';
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const limits = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['minItems', 'items ≥'],
  ['maxItems', 'items ≤'],
  ['multipleOf', 'multiple of'],
  ['pattern', 'pattern'],
  ['format', 'format'],
] as const;

function notesOf(schema: Schema): string[] {
  const notes: string[] = [];
  if (Object.hasOwn(schema, 'const')) notes.push(`always ${shown(schema.const)}`);
  if (Array.isArray(schema.enum)) {
    const more = schema.enum.length > maxChoices ? `, and ${schema.enum.length - maxChoices} more` : '';
    notes.push(`one of ${schema.enum.slice(0, maxChoices).map(shown).join(', ')}${more}`);
  }
  for (const [key, text] of limits)
    if (['number', 'string'].includes(typeof schema[key])) notes.push(`${text} ${String(schema[key]).slice(0, 80)}`);
  if (Object.hasOwn(schema, 'default')) notes.push(`default ${shown(schema.default)}`);
  if (schema.deprecated === true) notes.push('deprecated');
  return notes;
}

/** The schema of a tool's arguments; undefined if its text is no JSON object. */
export function parseSchema(text: string): Schema | undefined {
  try {
    const schema: unknown = JSON.parse(text);
    return isSchema(schema) ? schema : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** The parameters of a schema in its order, at most 300. */
export function parametersOf(root: Schema): Parameter[] {
  const rows: Parameter[] = [];
  const add = (schema: Schema, prefix: string, depth: number) => {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [name, value] of Object.entries(properties)) {
      if (rows.length >= maxParameters) return;
      const own = resolved(value, root);
      const path = `${prefix}${name}`;
      const description = textOf(own.description) || textOf(own.title);
      rows.push({ name: path, depth, type: typeOf(own, root), required: required.includes(name), description, notes: notesOf(own) });
      if (depth >= maxDepth) continue;
      add(own, `${path}.`, depth + 1);
      if (isSchema(own.items)) add(resolved(own.items, root), `${path}[].`, depth + 1);
    }
  };
  add(root, '', 0);
  return rows;
}
