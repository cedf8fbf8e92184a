/**
 * The queue between scanner and parser, and the possible keys in it that no colon has confirmed yet. It is one Int32Array, so that
 * megabytes of YAML need no objects. Behavior: go.yaml.in/yaml/v2 v2.4.3 scannerc.go.
 */
import type { Cursor } from './cursor.js';

/**
 * Int32 slots of a token: type, line, and for scalars start, end, format. Other tokens with text have indices into `texts` in these slots.
 */
const stride = 5;
/** The maximum length of a simple key up to its colon, in characters. */
export const maxSimpleKeyLength = 1024;

/** The tokens that were scanned and not parsed yet. */
export class TokenQueue {
  readonly #cursor: Cursor;
  #queue = new Int32Array(64 * stride);
  #head = 0;
  #tail = 0;
  #tokensParsed = 0;
  /** Names of anchors and aliases, and parts of tags and directives. */
  readonly texts: string[] = [];

  /** One possible simple key for each flow level. */
  readonly keyPossible: boolean[] = [false];
  readonly keyRequired: boolean[] = [false];
  readonly keyToken: number[] = [0];
  readonly #keyPos: number[] = [0];
  readonly keyLine: number[] = [0];
  readonly keyColumn: number[] = [0];
  /** Flow levels of the saved keys, oldest first. It is used to find the key that may be at the head of the queue. */
  readonly #savedLevels: number[] = [];
  readonly #savedTokens: number[] = [];
  #savedHead = 0;
  #savedTail = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** The type of the token at the head. */
  get tokenType(): number {
    return this.#queue[this.#head]!;
  }
  /** The 0-based line of the token that `peek` returned. */
  get tokenLine(): number {
    return this.#queue[this.#head + 1]!;
  }
  get tokenStart(): number {
    return this.#queue[this.#head + 2]!;
  }
  get tokenEnd(): number {
    return this.#queue[this.#head + 3]!;
  }
  get tokenFormat(): number {
    return this.#queue[this.#head + 4]!;
  }

  push(type: number, line: number, start: number, end: number, format: number): void {
    if (this.#tail === this.#queue.length) this.#grow();
    const queue = this.#queue;
    const tail = this.#tail;
    queue[tail] = type;
    queue[tail + 1] = line;
    queue[tail + 2] = start;
    queue[tail + 3] = end;
    queue[tail + 4] = format;
    this.#tail = tail + stride;
  }

  #grow(): void {
    const bigger = new Int32Array(this.#queue.length * 2);
    bigger.set(this.#queue);
    this.#queue = bigger;
  }

  /** Inserts a token without text before the one with the given number, or at the end if that one is gone. */
  insert(number: number, type: number, line: number) {
    if (number < this.#tokensParsed) return this.push(type, line, 0, 0, 0);
    this.push(0, 0, 0, 0, 0);
    const queue = this.#queue;
    const at = this.#head + (number - this.#tokensParsed) * stride;
    for (let i = this.#tail - 1; i >= at + stride; i--) queue[i] = queue[i - stride]!;
    queue[at] = type;
    queue[at + 1] = line;
  }

  headMayBeKey(): boolean {
    const savedTokens = this.#savedTokens;
    const savedLevels = this.#savedLevels;
    for (; this.#savedHead < this.#savedTail; this.#savedHead++) {
      const token = savedTokens[this.#savedHead]!;
      const level = savedLevels[this.#savedHead]!;
      if (token > this.#tokensParsed) return false;
      if (token === this.#tokensParsed && level >= 0 && level <= this.#cursor.flowLevel) return this.simpleKeyIsValid(level);
    }
    this.#savedHead = this.#savedTail = 0;
    return false;
  }

  /** Stops treating the token as a possible key. goyaml does this after `{}`, even if the token is a key. */
  forgetKey(token: number): void {
    for (let i = this.#savedTail - 1; i >= this.#savedHead && this.#savedTokens[i]! >= token; i--) {
      if (this.#savedTokens[i] === token) this.#savedLevels[i] = -1;
    }
  }

  simpleKeyIsValid(level: number): boolean {
    if (!this.keyPossible[level]) return false;
    if (this.keyLine[level] === this.#cursor.line && this.#isShort(this.#keyPos[level]!)) return true;
    if (this.keyRequired[level]) this.#cursor.fail("could not find expected ':'");
    this.keyPossible[level] = false;
    return false;
  }

  /** Whether a simple key up to its colon has at most 1024 characters, not UTF-16 units. */
  #isShort(start: number): boolean {
    const length = this.#cursor.pos - start;
    if (length <= maxSimpleKeyLength) return true;
    return length <= 2 * maxSimpleKeyLength && [...this.#cursor.text.slice(start, this.#cursor.pos)].length <= maxSimpleKeyLength;
  }

  saveSimpleKey(): void {
    if (!this.#cursor.simpleKeyAllowed) return;
    this.removeSimpleKey();
    const level = this.#cursor.flowLevel;
    const column = this.#cursor.pos - this.#cursor.lineStart;
    const token = this.nextTokenNumber();
    this.keyPossible[level] = true;
    this.keyRequired[level] = level === 0 && this.#cursor.indent === column;
    this.keyToken[level] = token;
    this.#keyPos[level] = this.#cursor.pos;
    this.keyLine[level] = this.#cursor.line;
    this.keyColumn[level] = column;
    this.#savedTokens[this.#savedTail] = token;
    this.#savedLevels[this.#savedTail++] = level;
  }

  removeSimpleKey(): void {
    const level = this.#cursor.flowLevel;
    if (!this.keyPossible[level]) return;
    if (this.keyRequired[level]) this.#cursor.fail("could not find expected ':'");
    this.keyPossible[level] = false;
    this.forgetKey(this.keyToken[level]!);
  }

  /** The number of the next token: how many tokens the queue has seen. */
  nextTokenNumber(): number {
    return this.#tokensParsed + (this.#tail - this.#head) / stride;
  }

  isEmpty(): boolean {
    return this.#head === this.#tail;
  }

  dropHead() {
    this.#tokensParsed++;
    this.#head += stride;
    if (this.#head === this.#tail) this.#head = this.#tail = 0;
  }
}
