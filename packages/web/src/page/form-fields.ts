/** A form for the arguments of a tool, from its JSON Schema; and the arguments that a filled form stands for. */
import { resolved, typeOf } from './parameters.js';

type Schema = Readonly<Record<string, unknown>>;

/** How a field is filled in: a line, a number, one of some choices, or JSON for everything else. */
export type FieldKind = 'text' | 'number' | 'choice' | 'json';

/** A field of the form. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** JSON texts of the values to choose from. */
  readonly choices: readonly string[];
  /** What the field holds at first, as it is written into it. */
  readonly initial: string;
}

const maxFields = 100;
const maxChoices = 200;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf({ type, enum: choices }: Schema): FieldKind {
  if (type === 'boolean' || (Array.isArray(choices) && choices.length <= maxChoices)) return 'choice';
  if (type === 'string') return 'text';
  return type === 'integer' || type === 'number' ? 'number' : 'json';
}

function fieldOf(name: string, schema: Schema, root: Schema, required: boolean): FormField {
  const kind = kindOf(schema);
  const choices = kind !== 'choice' ? [] : Array.isArray(schema.enum) ? schema.enum : [true, false];
  const preset = Object.hasOwn(schema, 'default') ? schema.default : schema.const;
  const written = kind === 'text' && typeof preset === 'string' ? preset : JSON.stringify(preset);
  return {
    name,
    kind,
    type: typeOf(schema, root),
    required,
    description: typeof schema.description === 'string' ? schema.description : '',
    choices: choices.map(choice => JSON.stringify(choice) ?? 'null'),
    initial: preset === undefined ? '' : (written ?? ''),
  };
}

/** The fields for a schema, required ones first; undefined if it has no properties to make fields of, so that the arguments are written as JSON. */
export function fieldsOf(root: Schema): readonly FormField[] | undefined {
  const properties = Object.entries(isSchema(root.properties) ? root.properties : {});
  const isOpen = properties.length === 0 && root.additionalProperties !== false && (root.anyOf ?? root.oneOf ?? root.allOf) !== undefined;
  if (isOpen || properties.length > maxFields) return undefined;
  const required = Array.isArray(root.required) ? root.required : [];
  const fields = properties.map(([name, value]) => fieldOf(name, resolved(value, root), root, required.includes(name)));
  return [...fields.filter(field => field.required), ...fields.filter(field => !field.required)];
}

/** Numbers as JSON writes them. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON text of one field; undefined if it is left out. @throws Error with what is wrong, for the person */
function valueText({ name, kind, required, type }: FormField, given: string | undefined, isGiven: boolean): string | undefined {
  const text = given ?? '';
  if (kind === 'text') return text !== '' || isGiven ? JSON.stringify(text) : undefined;
  if (text.trim() === '') {
    if (required) throw new Error(`${name} is required`);
    return undefined;
  }
  if (kind === 'choice') return text;
  if (kind === 'number') {
    // The digits stay as they are written.
    if (!jsonNumber.test(text.trim())) throw new Error(`${name} must be a number`);
    if (type === 'integer' && !/^-?\d+$/.test(text.trim())) throw new Error(`${name} must be an integer`);
    return text.trim();
  }
  try {
    JSON.parse(text);
  } catch {
    throw new Error(`${name} must be JSON`);
  }
  return text.trim();
}

/**
 * The arguments as the text of a JSON object. An empty optional field is left out; an empty required text is sent as it is.
 *
 * @throws Error with what is wrong, for the person
 */
export function argumentsOf(fields: readonly FormField[], values: ReadonlyMap<string, string>): string {
  const members = fields.flatMap(field => {
    const text = valueText(field, values.get(field.name), field.required);
    return text === undefined ? [] : [`${JSON.stringify(field.name)}: ${text}`];
  });
  return members.length === 0 ? '{}' : `{\n  ${members.join(',\n  ')}\n}`;
}
