/** Names of shapes and examples of fields, for messages. */
import type { Field, Shape } from './shape.js';

/** What a shape expects, in words. */
export function expected(shape: Shape): string {
  switch (shape.type) {
    case 'string':
    case 'scalar':
      return shape.name;
    case 'integer':
      return 'an integer';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'enum':
      return shape.values.length === 1 ? `"${shape.values[0]}"` : `one of ${listNames(shape.values)}`;
    case 'list':
      return 'a list';
    case 'null':
      return 'null';
    default:
      return 'a mapping';
  }
}

/** Joins names as `"a", "b" and "c"`, the first dozen of them. */
export function listNames(names: readonly string[], joiner = 'and', quote = '"'): string {
  const shown = names.slice(0, 12).map(name => `${quote}${name}${quote}`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${joiner} ${shown.at(-1)}`;
}

/** An example value of a field, as it would be written; undefined if no example is known. */
export function exampleOf({ example, shape }: Field): string | undefined {
  if (example !== undefined) return JSON.stringify(example);
  if (shape.type === 'boolean') return 'true';
  const word = shape.type === 'enum' ? shape.values.find(value => value !== '') : undefined;
  return word === undefined ? undefined : JSON.stringify(word);
}
