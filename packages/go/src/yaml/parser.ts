/**
 * Parses tokens to nodes: the state machine of libyaml, which writes a tape.
 * Behavior, names and messages: go.yaml.in/yaml/v2 v2.4.3 parserc.go and the parser of decode.go.
 */
import type { Cursor } from './cursor.js';
import { YamlError } from './error.js';
import type { TokenQueue } from './queue.js';
import { prepareSource } from './reader.js';
import { PLAIN } from './scalars.js';
import { Scanner } from './scanner.js';
import { ALIAS_NODE, MAPPING_NODE, SCALAR_NODE, SEQUENCE_NODE, Tape } from './tape.js';
import * as token from './tokens.js';

const DOCUMENT_END_STATE = 1;
const BLOCK_SEQUENCE_ENTRY = 2;
const INDENTLESS_SEQUENCE_ENTRY = 3;
const BLOCK_MAPPING_KEY = 4;
const BLOCK_MAPPING_VALUE = 5;
const FLOW_SEQUENCE_FIRST_ENTRY = 6;
const FLOW_SEQUENCE_ENTRY = 7;
const FLOW_SEQUENCE_ENTRY_MAPPING_KEY = 8;
const FLOW_SEQUENCE_ENTRY_MAPPING_VALUE = 9;
const FLOW_SEQUENCE_ENTRY_MAPPING_END = 10;
const FLOW_MAPPING_FIRST_KEY = 11;
const FLOW_MAPPING_KEY = 12;
const FLOW_MAPPING_VALUE = 13;
const FLOW_MAPPING_EMPTY_VALUE = 14;

const notFinite = /^[-+]?\.(?:inf|nan)$/i;

/** Below the depth that encoding/json refuses. */
const maxUsualDepth = 10000;

/** Whether the state follows the key of a mapping. */
function isValueState(state: number): boolean {
  return (
    state === BLOCK_MAPPING_VALUE ||
    state === FLOW_MAPPING_VALUE ||
    state === FLOW_MAPPING_EMPTY_VALUE ||
    state === FLOW_SEQUENCE_ENTRY_MAPPING_VALUE
  );
}

/**
 * Parses the first document of `input`; undefined if there is none.
 *
 * @throws YamlError with goyaml's message
 */
export function parseDocument(input: string): Tape | undefined {
  return new Parser(new Scanner(prepareSource(input))).parse();
}

class Parser {
  readonly #scanner: Scanner;
  readonly #queue: TokenQueue;
  readonly #cursor: Cursor;
  readonly #tape: Tape;
  #state = DOCUMENT_END_STATE;
  readonly #states: number[] = [];
  readonly #open: number[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #tagPrefixes = new Map<string, string>();
  #anchor: string | undefined;
  #tag: string | undefined;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#queue = scanner.queue;
    this.#cursor = scanner.cursor;
    this.#tape = new Tape(scanner.cursor.text);
  }

  parse(): Tape | undefined {
    if (this.#scanner.peek() === token.STREAM_END) return undefined;
    const explicit = this.#startDocument();
    this.#state = DOCUMENT_END_STATE;
    this.#states.push(DOCUMENT_END_STATE);
    if (explicit && this.#isContentless(this.#scanner.peek())) {
      this.#states.pop();
      this.#emptyScalar();
    } else this.#parseNode(true, false);
    while (this.#state !== DOCUMENT_END_STATE) this.#step();
    this.#scanner.peek();
    return this.#tape;
  }

  #isContentless(type: number): boolean {
    return type <= token.DOCUMENT_END;
  }

  /** Returns true for a document that starts with directives or `---`. */
  #startDocument(): boolean {
    const type = this.#scanner.peek();
    const explicit = type === token.VERSION_DIRECTIVE || type === token.TAG_DIRECTIVE || type === token.DOCUMENT_START;
    this.#processDirectives();
    if (!explicit) return false;
    if (this.#scanner.peek() !== token.DOCUMENT_START) this.#parserError('did not find expected <document start>');
    this.#scanner.skip();
    return true;
  }

  #processDirectives(): void {
    let versioned = false;
    for (let type = this.#scanner.peek(); type === token.VERSION_DIRECTIVE || type === token.TAG_DIRECTIVE; type = this.#scanner.peek()) {
      if (type === token.VERSION_DIRECTIVE) {
        if (versioned) this.#parserError('found duplicate %YAML directive');
        if (this.#queue.tokenStart !== 1 || this.#queue.tokenEnd !== 1) this.#parserError('found incompatible YAML document');
        versioned = true;
      } else {
        const handle = this.#queue.texts[this.#queue.tokenStart]!;
        if (this.#tagPrefixes.has(handle)) this.#parserError('found duplicate %TAG directive');
        this.#tagPrefixes.set(handle, this.#queue.texts[this.#queue.tokenEnd]!);
      }
      this.#scanner.skip();
    }
    if (!this.#tagPrefixes.has('!')) this.#tagPrefixes.set('!', '!');
    if (!this.#tagPrefixes.has('!!')) this.#tagPrefixes.set('!!', 'tag:yaml.org,2002:');
  }

  /** @throws YamlError with a parser error at the current token. goyaml prints its 0-based line, and none for the first line. */
  #parserError(problem: string, line: number = this.#queue.tokenLine): never {
    throw new YamlError(`yaml: ${line > 0 ? `line ${line}: ` : ''}${problem}`);
  }

  #step() {
    switch (this.#state) {
      case BLOCK_MAPPING_KEY:
        return this.#parseBlockMappingKey();
      case BLOCK_MAPPING_VALUE:
        return this.#parseBlockMappingValue();
      case BLOCK_SEQUENCE_ENTRY:
        return this.#parseBlockSequenceEntry();
      case INDENTLESS_SEQUENCE_ENTRY:
        return this.#parseIndentlessSequenceEntry();
      case FLOW_SEQUENCE_FIRST_ENTRY:
        return this.#parseFlowSequenceEntry(true);
      case FLOW_SEQUENCE_ENTRY:
        return this.#parseFlowSequenceEntry(false);
      case FLOW_SEQUENCE_ENTRY_MAPPING_KEY:
        return this.#parseFlowSequenceEntryMappingKey();
      case FLOW_SEQUENCE_ENTRY_MAPPING_VALUE:
        return this.#parseFlowSequenceEntryMappingValue();
      case FLOW_SEQUENCE_ENTRY_MAPPING_END:
        this.#tape.close(this.#open.pop()!);
        this.#state = FLOW_SEQUENCE_ENTRY;
        return;
      case FLOW_MAPPING_FIRST_KEY:
        return this.#parseFlowMappingKey(true);
      case FLOW_MAPPING_KEY:
        return this.#parseFlowMappingKey(false);
      case FLOW_MAPPING_VALUE:
        return this.#parseFlowMappingValue(false);
      default:
        return this.#parseFlowMappingValue(true);
    }
  }

  #emptyScalar(): void {
    this.#tape.add(SCALAR_NODE, 0, 0, PLAIN);
  }

  #emptyKey(): void {
    this.#tape.unusual = true;
    this.#emptyScalar();
  }

  /** Parses a node and continues in the state `after`. */
  #parseChild(after: number, block: boolean, indentless: boolean): void {
    this.#states.push(after);
    this.#parseNode(block, indentless);
  }

  #parseNode(block: boolean, indentless: boolean) {
    let type = this.#scanner.peek();
    if (type === token.SCALAR) return this.#addScalar();
    if (type === token.ALIAS) return this.#addAlias();
    const { tokenLine: line } = this.#queue;
    const hasProperties = type === token.ANCHOR || type === token.TAG;
    if (hasProperties) {
      this.#parseProperties(type);
      type = this.#scanner.peek();
    }
    if (indentless && type === token.BLOCK_ENTRY) return this.#startCollection(SEQUENCE_NODE, INDENTLESS_SEQUENCE_ENTRY);
    if (type === token.SCALAR) return this.#addScalar();
    if (this.#startsCollection(type, block)) return;
    if (!hasProperties) this.#parserError('did not find expected node content', Math.max(this.#queue.tokenLine, line));
    this.#state = this.#states.pop()!;
    this.#tape.unusual = true;
    this.#applyProperties(this.#tape.add(SCALAR_NODE, 0, 0, PLAIN));
  }

  #startsCollection(type: number, block: boolean): boolean {
    if (type === token.FLOW_SEQUENCE_START) this.#startCollection(SEQUENCE_NODE, FLOW_SEQUENCE_FIRST_ENTRY);
    else if (type === token.FLOW_MAPPING_START) this.#startCollection(MAPPING_NODE, FLOW_MAPPING_FIRST_KEY);
    else if (block && type === token.BLOCK_SEQUENCE_START) this.#startCollection(SEQUENCE_NODE, BLOCK_SEQUENCE_ENTRY);
    else if (block && type === token.BLOCK_MAPPING_START) this.#startCollection(MAPPING_NODE, BLOCK_MAPPING_KEY);
    else return false;
    this.#scanner.skip();
    return true;
  }

  #startCollection(kind: number, state: number): void {
    const index = this.#tape.add(kind, 0, 0, 0);
    if (this.#open.push(index) >= maxUsualDepth || isValueState(this.#states[this.#states.length - 1]!)) this.#tape.unusual = true;
    this.#state = state;
    if (this.#anchor !== undefined || this.#tag !== undefined) this.#applyProperties(index);
  }

  #endCollection(): void {
    this.#tape.close(this.#open.pop()!);
    this.#state = this.#states.pop()!;
  }

  #addScalar(): void {
    this.#state = this.#states.pop()!;
    const index = this.#tape.add(SCALAR_NODE, this.#queue.tokenStart, this.#queue.tokenEnd, this.#queue.tokenFormat);
    if (this.#queue.tokenFormat === PLAIN && this.#isUnusual(this.#queue.tokenStart, this.#queue.tokenEnd)) this.#tape.unusual = true;
    this.#scanner.skip();
    if (this.#anchor !== undefined || this.#tag !== undefined) this.#applyProperties(index);
  }

  /** Whether a plain scalar may be an infinity or, depending on the state, an unusual key. */
  #isUnusual(start: number, end: number): boolean {
    const c = this.#cursor.codes[start]!;
    const length = end - start;
    if (!isValueState(this.#state)) return c <= 46 && (length === 4 || length === 5) && notFinite.test(this.#cursor.text.slice(start, end));
    if (c === 126 || c === 60) return length <= 2;
    if ((c | 32) === 110) return length === 4 && (this.#cursor.codes[start + 1]! | 32) === 117;
    return c >= 48 && c <= 57 && length >= 19;
  }

  #addAlias(): void {
    this.#tape.unusual = true;
    this.#state = this.#states.pop()!;
    const name = this.#queue.texts[this.#queue.tokenStart]!;
    const target = this.#anchors.get(name);
    if (target === undefined) throw new YamlError(`yaml: unknown anchor '${name}' referenced`);
    this.#tape.aliasNames.set(this.#tape.add(ALIAS_NODE, target, 0, 0), name);
    this.#scanner.skip();
  }

  #parseProperties(first: number): void {
    const { tokenLine: startLine } = this.#queue;
    for (let type = first; type === token.ANCHOR || type === token.TAG; type = this.#scanner.peek()) {
      if (type === token.ANCHOR) {
        if (this.#anchor !== undefined) break;
        this.#anchor = this.#queue.texts[this.#queue.tokenStart]!;
      } else {
        if (this.#tag !== undefined) break;
        this.#tag = this.#resolveTag(startLine);
      }
      this.#scanner.skip();
    }
  }

  #resolveTag(startLine: number): string {
    const handle = this.#queue.texts[this.#queue.tokenStart]!;
    const suffix = this.#queue.texts[this.#queue.tokenEnd]!;
    if (handle === '') return suffix;
    const prefix = this.#tagPrefixes.get(handle);
    if (prefix === undefined) this.#parserError('found undefined tag handle', Math.max(this.#queue.tokenLine, startLine));
    return prefix + suffix;
  }

  #applyProperties(index: number): void {
    if (this.#anchor !== undefined) this.#anchors.set(this.#anchor, index);
    if (this.#tag !== undefined) {
      this.#tape.tags.set(index, this.#tag);
      this.#tape.unusual = true;
    }
    this.#anchor = this.#tag = undefined;
  }

  #parseBlockSequenceEntry() {
    const type = this.#scanner.peek();
    if (type === token.BLOCK_END) {
      this.#scanner.skip();
      return this.#endCollection();
    }
    if (type !== token.BLOCK_ENTRY) this.#parserError("did not find expected '-' indicator");
    this.#scanner.skip();
    const next = this.#scanner.peek();
    if (next !== token.BLOCK_ENTRY && next !== token.BLOCK_END) this.#parseChild(BLOCK_SEQUENCE_ENTRY, true, false);
    else this.#emptyScalar();
  }

  #parseIndentlessSequenceEntry() {
    if (this.#scanner.peek() !== token.BLOCK_ENTRY) return this.#endCollection();
    this.#scanner.skip();
    const next = this.#scanner.peek();
    if (next === token.BLOCK_ENTRY || next === token.KEY || next === token.VALUE || next === token.BLOCK_END) this.#emptyScalar();
    else this.#parseChild(INDENTLESS_SEQUENCE_ENTRY, true, false);
  }

  #parseBlockMappingKey() {
    const type = this.#scanner.peek();
    if (type === token.BLOCK_END) {
      this.#scanner.skip();
      return this.#endCollection();
    }
    if (type !== token.KEY) this.#parserError('did not find expected key');
    this.#scanner.skip();
    this.#parseBlockMappingChild(BLOCK_MAPPING_VALUE);
  }

  #parseBlockMappingValue() {
    if (this.#scanner.peek() !== token.VALUE) {
      this.#state = BLOCK_MAPPING_KEY;
      return this.#emptyScalar();
    }
    this.#scanner.skip();
    this.#parseBlockMappingChild(BLOCK_MAPPING_KEY);
  }

  #parseBlockMappingChild(after: number) {
    const next = this.#scanner.peek();
    if (next !== token.KEY && next !== token.VALUE && next !== token.BLOCK_END) return this.#parseChild(after, true, true);
    this.#state = after;
    if (after === BLOCK_MAPPING_VALUE) this.#emptyKey();
    else this.#emptyScalar();
  }

  #parseFlowSequenceEntry(first: boolean) {
    let type = this.#scanner.peek();
    if (type !== token.FLOW_SEQUENCE_END) {
      if (!first) {
        if (type !== token.FLOW_ENTRY) this.#parserError("did not find expected ',' or ']'");
        this.#scanner.skip();
        type = this.#scanner.peek();
      }
      if (type === token.KEY) {
        this.#startCollection(MAPPING_NODE, FLOW_SEQUENCE_ENTRY_MAPPING_KEY);
        return this.#scanner.skip();
      }
      if (type !== token.FLOW_SEQUENCE_END) return this.#parseChild(FLOW_SEQUENCE_ENTRY, false, false);
    }
    this.#scanner.skip();
    this.#endCollection();
  }

  #parseFlowSequenceEntryMappingKey() {
    const type = this.#scanner.peek();
    if (type !== token.VALUE && type !== token.FLOW_ENTRY && type !== token.FLOW_SEQUENCE_END) {
      return this.#parseChild(FLOW_SEQUENCE_ENTRY_MAPPING_VALUE, false, false);
    }
    this.#scanner.skip();
    this.#state = FLOW_SEQUENCE_ENTRY_MAPPING_VALUE;
    this.#emptyKey();
  }

  #parseFlowSequenceEntryMappingValue() {
    if (this.#scanner.peek() === token.VALUE) {
      this.#scanner.skip();
      const type = this.#scanner.peek();
      if (type !== token.FLOW_ENTRY && type !== token.FLOW_SEQUENCE_END)
        return this.#parseChild(FLOW_SEQUENCE_ENTRY_MAPPING_END, false, false);
    }
    this.#state = FLOW_SEQUENCE_ENTRY_MAPPING_END;
    this.#emptyScalar();
  }

  #parseFlowMappingKey(first: boolean) {
    let type = this.#scanner.peek();
    if (type !== token.FLOW_MAPPING_END) {
      if (!first) {
        if (type !== token.FLOW_ENTRY) this.#parserError("did not find expected ',' or '}'");
        this.#scanner.skip();
        type = this.#scanner.peek();
      }
      if (type === token.KEY) {
        this.#scanner.skip();
        return this.#parseFlowMappingChild(FLOW_MAPPING_VALUE);
      }
      if (type !== token.FLOW_MAPPING_END) return this.#parseChild(FLOW_MAPPING_EMPTY_VALUE, false, false);
    }
    this.#scanner.skip();
    this.#endCollection();
  }

  #parseFlowMappingChild(after: number) {
    const type = this.#scanner.peek();
    const absent = type === token.VALUE && after === FLOW_MAPPING_VALUE;
    if (!absent && type !== token.FLOW_ENTRY && type !== token.FLOW_MAPPING_END) return this.#parseChild(after, false, false);
    this.#state = after;
    if (after === FLOW_MAPPING_VALUE) this.#emptyKey();
    else this.#emptyScalar();
  }

  #parseFlowMappingValue(empty: boolean) {
    if (!empty && this.#scanner.peek() === token.VALUE) {
      this.#scanner.skip();
      return this.#parseFlowMappingChild(FLOW_MAPPING_KEY);
    }
    this.#scanner.peek();
    this.#state = FLOW_MAPPING_KEY;
    this.#emptyScalar();
  }
}
