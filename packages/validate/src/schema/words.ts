/** Descriptions of types and their fields, as texts of the tables in `words` files. */
export interface Words {
  /** What a type is, by the first of the names that there are words for. */
  readonly ofType: (...types: readonly string[]) => string | undefined;
  /** What a field of a type is, by the first of the types that says it, else by what all fields of that name are. */
  readonly ofField: (types: readonly string[], field: string) => string | undefined;
}

/**
 * Reads tables of words: `Type: text` says what a type is, an indented `field other: text` below it what its fields are.
 * Under the type `*` stand the words for fields of any type. Throws for a line of another form and for words said twice.
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
