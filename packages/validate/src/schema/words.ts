/** Descriptions of types and their fields, from the tables in `words` files. */
export interface Words {
  /** The description of a type, by the first of its names that has one. */
  readonly ofType: (...types: readonly string[]) => string | undefined;
  /** The description of a field, by the first of the types that has one, else the description of all fields with that name. */
  readonly ofField: (types: readonly string[], field: string) => string | undefined;
}

/**
 * Reads tables of descriptions: `Type: text` describes a type, and an indented line `field other: text` below it describes its fields.
 * The type `*` has the descriptions for fields of any type.
 *
 * @throws Error if a line has another form or repeats a description.
 */
export function readWords(...tables: string[]): Words {
  const words = new Map<string, string>();
  const put = (key: string, text: string): void => {
    if (words.has(key)) throw new Error(`there are words for ${key} already`);
    words.set(key, text);
  };
  for (const table of tables) {
    let type = '';
    for (const line of table.split('\n').filter(candidate => candidate.trim() !== '')) {
      const [, indent, names, text] = /^( *)([^:]+):(?: (.+))?$/.exec(line) ?? [];
      if (names === undefined) throw new Error(`this line of a table of words cannot be read: ${line}`);
      if (indent !== '') for (const name of names.split(' ')) put(`${type}.${name}`, text ?? '');
      else {
        type = names;
        if (text !== undefined) put(type, text);
      }
    }
  }
  return {
    ofType: (...types) => types.map(type => words.get(type)).find(text => text !== undefined),
    ofField: (types, field) => [...types, '*'].map(type => words.get(`${type}.${field}`)).find(text => text !== undefined),
  };
}
