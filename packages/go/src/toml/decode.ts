/**
 * Decodes TOML documents to values. Behavior, names and messages: github.com/BurntSushi/toml v1.6.0 parse.go, decoded into a
 * map[string]any: int64, float64, time.Time, []any, and []map[string]any for arrays of tables.
 */

import { quote } from '../strconv/quote.js';
import { GoMap, sliceType, typed, type Value } from '../values/value.js';
import { TomlError } from './error.js';
import { keyText } from './key.js';
import { EOF, type Item, isNewline, isWhitespace, TomlLexer } from './lex.js';
import { type LocalZone, ScalarError, scalarValue, stringValue, utcZone } from './scalars.js';

const tablesType = '[]map[string]interface {}';
const isTables = (value: Value | undefined): value is GoMap[] & Value[] => Array.isArray(value) && sliceType(value) === tablesType;
const isBlank = (c: number): boolean => isWhitespace(c) || isNewline(c);

class Parser extends TomlLexer {
  readonly #root = new GoMap();
  readonly #zone: LocalZone;
  #context: readonly string[] = [];
  #currentKey = '';
  /** The line of the last key. */
  #keyLine = 1;
  /** Tables that only longer keys have created so far. */
  readonly #implicits = new Set<string>();
  readonly #arrays = new Set<string>();

  constructor(input: string, zone: LocalZone) {
    super(input);
    this.#zone = zone;
  }

  protected fail(message: string, line: number): never {
    const key = this.#lastKey();
    throw new TomlError(key === '' ? `toml: line ${line}: ${message}` : `toml: line ${line} (last key ${quote(key)}): ${message}`);
  }

  #lastKey(): string {
    if (this.#currentKey === '') return keyText(this.#context);
    return this.#context.length === 0 ? this.#currentKey : `${keyText(this.#context)}.${this.#currentKey}`;
  }

  #failAtKey(message: string): never {
    this.fail(message, this.#keyLine);
  }

  parse(): GoMap {
    for (;;) {
      const c = this.next();
      if (c === EOF) return this.#root;
      if (isBlank(c)) continue;
      if (c === 35) {
        this.comment();
        continue;
      }
      if (c === 91) this.#table();
      else {
        this.backup();
        this.#keyValue();
      }
      if (this.#endOfItem()) return this.#root;
    }
  }

  /** Checks that only a comment follows on the line. Returns true at the end of the input. */
  #endOfItem(): boolean {
    let c = this.next();
    while (isWhitespace(c)) c = this.next();
    if (c === 35) this.comment();
    else if (!isNewline(c) && c !== EOF) this.errorExpected('expected a top-level item to end with a newline, comment, or EOF', c);
    return c === EOF;
  }

  #table(): void {
    const isArray = this.peek() === 91;
    if (isArray) this.next();
    const key = this.#tableName();
    if (isArray) {
      const c = this.next();
      if (c !== 93) this.errorExpected("expected end of table array name delimiter ']'", c);
    }
    this.#addContext(key, isArray);
    this.#arrays.delete(keyText(this.#context));
  }

  #tableName(): string[] {
    const key: string[] = [];
    for (;;) {
      this.skip(isWhitespace);
      const c = this.peek();
      if (c === 93 || c === EOF) this.errorf('unexpected end of table name (table names cannot be empty)');
      if (c === 46) this.errorf('unexpected table separator (table names cannot be empty)');
      this.#addKeyPart(key);
      this.skip(isWhitespace);
      const end = this.next();
      if (end === 93) return key;
      if (end !== 46) this.errorExpected("expected '.' or ']' to end table name", end);
    }
  }

  #addKeyPart(key: string[]): void {
    const item = this.name();
    if (key.length === 0) this.#keyLine = item.line;
    key.push(this.#valued(item, () => stringValue(item)));
  }

  #valued<T>(item: Item, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof ScalarError) this.fail(error.message, item.line);
      throw error;
    }
  }

  #key(): string[] {
    this.skip(isWhitespace);
    const first = this.peek();
    if (first === 61 || first === EOF) this.errorf("unexpected '=': key name appears blank");
    if (first === 46) this.errorf("unexpected '.': keys cannot start with a '.'");
    const key: string[] = [];
    for (;;) {
      this.skip(isWhitespace);
      const c = this.peek();
      if (c === 61 || c === EOF) this.errorf("unexpected '='");
      if (c === 46) this.errorf("unexpected '.'");
      this.#addKeyPart(key);
      this.skip(isWhitespace);
      const end = this.next();
      if (end === 61) return key;
      if (end === EOF) this.errorf("unexpected EOF; expected key separator '='");
      if (end === 10) this.errorPrevLine("expected '.' or '=', but got '\\n' instead");
      if (end !== 46) this.errorExpected("expected '.' or '='", end);
    }
  }

  #keyValue(): void {
    const outerContext = this.#context;
    this.#openKey();
    const value = this.#value(false);
    this.#setValue(this.#currentKey, value);
    this.#setType(value);
    this.#context = outerContext;
    this.#currentKey = '';
  }

  /** Reads a key and makes its last part the current one. Returns the other parts, whose tables are now implicit. */
  #openKey(): string[] {
    const key = this.#key();
    this.#currentKey = key.pop()!;
    for (const part of key) {
      const context = [...this.#context, part];
      this.#implicits.add(keyText(context));
      this.#addContext(context, false);
    }
    return key;
  }

  #value(parentIsArray: boolean): Value {
    let c = this.next();
    while (isWhitespace(c)) c = this.next();
    if (c === 91) return this.#array();
    if (c === 123) return this.#inlineTable(parentIsArray);
    const item = this.scalar(c);
    return this.#valued(item, () => scalarValue(item, this.#zone));
  }

  #array(): Value {
    this.#arrays.add(this.#fullKey());
    const items: Value[] = [];
    for (;;) {
      const c = this.#nextInCollection();
      if (c === 44) this.errorf('unexpected comma');
      if (c === 93) return items;
      this.backup();
      items.push(this.#value(true));
      const end = this.#nextInCollection();
      if (end === 93) return items;
      if (end !== 44) this.errorTerminator("expected a comma (',') or array terminator (']')", end, '');
    }
  }

  /** Reads the next character that is not white space, a line break or a comment. */
  #nextInCollection(): number {
    for (;;) {
      const c = this.next();
      if (c === 35) this.comment();
      else if (!isBlank(c)) return c;
    }
  }

  #inlineTable(parentIsArray: boolean): Value {
    const table = new GoMap();
    const outerContext = this.#context;
    const outerKey = this.#currentKey;
    this.#context = [...outerContext, outerKey];
    this.#currentKey = '';
    this.#implicits.add(keyText(this.#context));
    this.#addContext(this.#context, parentIsArray);
    this.#inlineEntries(table, this.#context);
    this.#context = outerContext;
    this.#currentKey = outerKey;
    return table;
  }

  #inlineEntries(table: GoMap, context: readonly string[]): void {
    for (;;) {
      const c = this.#nextInCollection();
      if (c === 44) this.errorf('unexpected comma');
      if (c === 125) return;
      this.backup();
      this.#inlineEntry(table);
      this.#context = context;
      let end = this.#nextInCollection();
      if (end === 44) {
        this.skip(isWhitespace);
        if (this.peek() !== 125) continue;
        end = this.next();
      }
      if (end === 125) return;
      this.errorTerminator("expected a comma or an inline table terminator '}'", end, ' instead');
    }
  }

  #inlineEntry(table: GoMap): void {
    const parents = this.#openKey();
    const value = this.#value(false);
    this.#setValue(this.#currentKey, value);
    this.#setType(value);
    let hash = table;
    for (const part of parents) {
      if (!hash.has(part)) hash.set(part, new GoMap());
      const inner = hash.get(part)!;
      if (!(inner instanceof GoMap)) this.#failAtKey(`${quote(keyText(this.#context))} is not a table`);
      hash = inner;
    }
    hash.set(this.#currentKey, value);
  }

  #fullKey(): string {
    const key = this.#currentKey === '' ? [...this.#context] : [...this.#context, this.#currentKey];
    return keyText(key.length === 0 ? [''] : key);
  }

  #setType(value: Value): void {
    if (Array.isArray(value)) this.#arrays.add(this.#fullKey());
    else this.#arrays.delete(this.#fullKey());
  }

  /** Makes the table of a key the current one, and creates missing tables above it. */
  #addContext(key: readonly string[], isArray: boolean): void {
    let hash = this.#root;
    const parents: string[] = [];
    for (const part of key.slice(0, -1)) {
      parents.push(part);
      if (!hash.has(part)) {
        this.#implicits.add(keyText(parents));
        hash.set(part, new GoMap());
      }
      const inner = hash.get(part)!;
      if (isTables(inner)) hash = inner[inner.length - 1]!;
      else if (inner instanceof GoMap) hash = inner;
      else this.#failAtKey(`Key '${keyText(parents)}' was already created as a hash.`);
    }
    this.#context = parents;
    const last = key[key.length - 1]!;
    if (isArray) this.#addTable(hash, last, key);
    else this.#setValue(last, new GoMap());
    this.#context = [...parents, last];
  }

  #addTable(hash: GoMap, name: string, key: readonly string[]): void {
    if (!hash.has(name)) hash.set(name, typed([], tablesType));
    const tables = hash.get(name);
    if (!isTables(tables)) this.#failAtKey(`Key '${keyText(key)}' was already created and cannot be used as an array.`);
    tables.push(new GoMap());
  }

  /** Sets a key of the current table. A second definition is an error unless the first was implicit. */
  #setValue(name: string, value: Value): void {
    let hash = this.#root;
    const parents: string[] = [];
    for (const part of this.#context) {
      parents.push(part);
      const inner = hash.get(part);
      if (isTables(inner)) hash = inner[inner.length - 1]!;
      else if (inner instanceof GoMap) hash = inner;
      else this.#failAtKey(`Key '${keyText(parents)}' has already been defined.`);
    }
    if (!hash.has(name)) {
      hash.set(name, value);
      return;
    }
    const key = keyText([...parents, name]);
    if (!this.#implicits.delete(key)) this.#failAtKey(`Key '${key}' has already been defined.`);
    if (this.#arrays.has(key)) hash.set(name, value);
  }
}

/**
 * Removes a byte order mark.
 *
 * @throws TomlError for a NUL among the first bytes, as in UTF-16
 */
function prepare(text: string): string {
  const data = text.startsWith('\udcff\udcfe') || text.startsWith('\udcfe\udcff') ? text.slice(2) : text.replace(/^\ufeff/, '');
  if (data.slice(0, 6).includes('\0')) {
    throw new TomlError('toml: line 1: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8');
  }
  return data;
}

/**
 * toml.Unmarshal into a map[string]any. Times without a zone are in `zone`.
 *
 * @throws TomlError with the message of Go's error
 */
export function unmarshalToml(text: string, zone: LocalZone = utcZone): GoMap {
  try {
    return new Parser(prepare(text), zone).parse();
  } catch (error) {
    if (error instanceof RangeError) throw new TomlError('toml: values are nested too deeply');
    throw error;
  }
}
