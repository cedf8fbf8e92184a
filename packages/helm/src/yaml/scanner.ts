/**
 * Text to tokens. The queue is one Int32Array so that megabytes of YAML cost no objects.
 * Behaviour, names and messages: go.yaml.in/yaml/v2 v2.4.3 scannerc.go.
 */

import { decodeBytes } from '@mcpgw/gotemplate';
import { ALPHA, BLANKZ, BREAK, COLON, classes, classOf, HEX, NUL, URI } from './chars.js';
import { PLAIN, ScalarScanner } from './scalars.js';

export const STREAM_END = 1;
export const VERSION_DIRECTIVE = 2;
export const TAG_DIRECTIVE = 3;
export const DOCUMENT_START = 4;
export const DOCUMENT_END = 5;
export const BLOCK_SEQUENCE_START = 6;
export const BLOCK_MAPPING_START = 7;
export const BLOCK_END = 8;
export const FLOW_SEQUENCE_START = 9;
export const FLOW_SEQUENCE_END = 10;
export const FLOW_MAPPING_START = 11;
export const FLOW_MAPPING_END = 12;
export const BLOCK_ENTRY = 13;
export const FLOW_ENTRY = 14;
export const KEY = 15;
export const VALUE = 16;
export const ALIAS = 17;
export const ANCHOR = 18;
export const TAG = 19;
export const SCALAR = 20;

/** Int32 slots of a token: type, line, and for scalars start, end, format; other tokens with text have indices into `texts` there. */
const stride = 5;
const maxDepth = 10000;
const maxSimpleKeyLength = 1024;

export class Scanner extends ScalarScanner {
  private queue = new Int32Array(64 * stride);
  private head = 0;
  private tail = 0;
  private tokensParsed = 0;
  private tokenAvailable = false;
  private readonly indents: number[] = [];
  /** Names of anchors and aliases, parts of tags and directives. */
  readonly texts: string[] = [];

  /** One possible simple key per flow level. */
  private readonly keyPossible: boolean[] = [false];
  private readonly keyRequired: boolean[] = [false];
  private readonly keyToken: number[] = [0];
  private readonly keyPos: number[] = [0];
  private readonly keyLine: number[] = [0];
  private readonly keyColumn: number[] = [0];
  /** Flow levels of the keys saved, oldest first: finds the key that may stand at the head of the queue. */
  private readonly savedLevels: number[] = [];
  private readonly savedTokens: number[] = [];
  private savedHead = 0;
  private savedTail = 0;

  /** Type of the next token. */
  peek(): number {
    if (!this.tokenAvailable) this.fetchMoreTokens();
    return this.queue[this.head]!;
  }

  /** Line of the token that `peek` returned, 0-based. */
  get tokenLine(): number {
    return this.queue[this.head + 1]!;
  }
  get tokenStart(): number {
    return this.queue[this.head + 2]!;
  }
  get tokenEnd(): number {
    return this.queue[this.head + 3]!;
  }
  get tokenFormat(): number {
    return this.queue[this.head + 4]!;
  }

  /** Drops the token that `peek` returned. */
  skip(): void {
    this.tokenAvailable = false;
    this.tokensParsed++;
    this.head += stride;
    if (this.head === this.tail) this.head = this.tail = 0;
  }

  private push(type: number, line: number, start: number, end: number, format: number): void {
    if (this.tail === this.queue.length) this.grow();
    const { queue, tail } = this;
    queue[tail] = type;
    queue[tail + 1] = line;
    queue[tail + 2] = start;
    queue[tail + 3] = end;
    queue[tail + 4] = format;
    this.tail = tail + stride;
  }

  private grow(): void {
    const bigger = new Int32Array(this.queue.length * 2);
    bigger.set(this.queue);
    this.queue = bigger;
  }

  /** Inserts a token without text before the one with the given number; at the end when that one is gone. */
  private insert(number: number, type: number, line: number): void {
    if (number < this.tokensParsed) return this.push(type, line, 0, 0, 0);
    this.push(0, 0, 0, 0, 0);
    const { queue } = this;
    const at = this.head + (number - this.tokensParsed) * stride;
    for (let i = this.tail - 1; i >= at + stride; i--) queue[i] = queue[i - stride]!;
    queue[at] = type;
    queue[at + 1] = line;
  }

  private fetchMoreTokens(): void {
    while (this.head === this.tail || this.headMayBeKey()) this.fetchNextToken();
    this.tokenAvailable = true;
  }

  private headMayBeKey(): boolean {
    const { savedTokens, savedLevels } = this;
    for (; this.savedHead < this.savedTail; this.savedHead++) {
      const token = savedTokens[this.savedHead]!;
      const level = savedLevels[this.savedHead]!;
      if (token > this.tokensParsed) return false;
      if (token === this.tokensParsed && level >= 0 && level <= this.flowLevel) return this.simpleKeyIsValid(level);
    }
    this.savedHead = this.savedTail = 0;
    return false;
  }

  /** From now on the token is taken as it is, also where it might still turn out to be a key: a quirk of goyaml after `{}`. */
  private forgetKey(token: number): void {
    for (let i = this.savedTail - 1; i >= this.savedHead && this.savedTokens[i]! >= token; i--) {
      if (this.savedTokens[i] === token) this.savedLevels[i] = -1;
    }
  }

  private simpleKeyIsValid(level: number): boolean {
    if (!this.keyPossible[level]) return false;
    if (this.keyLine[level] === this.line && this.isShort(this.keyPos[level]!)) return true;
    if (this.keyRequired[level]) this.fail("could not find expected ':'");
    this.keyPossible[level] = false;
    return false;
  }

  /** A simple key and what leads to its colon is at most 1024 characters, not UTF-16 units. */
  private isShort(start: number): boolean {
    const length = this.pos - start;
    if (length <= maxSimpleKeyLength) return true;
    return length <= 2 * maxSimpleKeyLength && [...this.text.slice(start, this.pos)].length <= maxSimpleKeyLength;
  }

  private saveSimpleKey(): void {
    if (!this.simpleKeyAllowed) return;
    this.removeSimpleKey();
    const level = this.flowLevel;
    const column = this.pos - this.lineStart;
    const token = this.tokensParsed + (this.tail - this.head) / stride;
    this.keyPossible[level] = true;
    this.keyRequired[level] = level === 0 && this.indent === column;
    this.keyToken[level] = token;
    this.keyPos[level] = this.pos;
    this.keyLine[level] = this.line;
    this.keyColumn[level] = column;
    this.savedTokens[this.savedTail] = token;
    this.savedLevels[this.savedTail++] = level;
  }

  private removeSimpleKey(): void {
    const level = this.flowLevel;
    if (!this.keyPossible[level]) return;
    if (this.keyRequired[level]) this.fail("could not find expected ':'");
    this.keyPossible[level] = false;
    this.forgetKey(this.keyToken[level]!);
  }

  /** Opens a block collection when the column is deeper than the current one; `number` is the token to open it before, -1 for the end. */
  private rollIndent(column: number, number: number, type: number, line: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    if (this.indents.length > maxDepth) this.fail(`exceeded max depth of ${maxDepth}`);
    if (number < 0) this.push(type, line, 0, 0, 0);
    else this.insert(number, type, line);
  }

  private unrollIndent(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.push(BLOCK_END, this.line, 0, 0, 0);
      this.indent = this.indents.pop()!;
    }
  }

  private fetchNextToken(): void {
    this.scanToNextToken();
    this.unrollIndent(this.pos - this.lineStart);
    this.need(4);
    const { codes, pos } = this;
    const c = codes[pos]!;
    if (c === 0) return this.fetchStreamEnd();
    if (pos === this.lineStart && (c === 37 || c === 45 || c === 46)) {
      if (c === 37) return this.fetchDirective();
      if (this.atDocumentIndicator()) return this.fetchDocumentIndicator(c === 45 ? DOCUMENT_START : DOCUMENT_END);
    }
    if ((classOf(c) & ALPHA) !== 0 && c !== 45) return this.fetchPlainScalar();
    this.fetchIndicator(c);
  }

  private fetchIndicator(c: number): void {
    const flow = this.flowLevel > 0;
    switch (c) {
      case 91: // [
        return this.fetchFlowCollectionStart(FLOW_SEQUENCE_START);
      case 123: // {
        return this.fetchFlowCollectionStart(FLOW_MAPPING_START);
      case 93: // ]
        return this.fetchFlowCollectionEnd(FLOW_SEQUENCE_END);
      case 125: // }
        return this.fetchFlowCollectionEnd(FLOW_MAPPING_END);
      case 44: // ,
        return this.fetchFlowEntry();
      case 45: // -
        return this.isBlankzAt(this.pos + 1) ? this.fetchBlockEntry() : this.fetchPlainScalar();
      case 63: // ?
        return flow || this.isBlankzAt(this.pos + 1) ? this.fetchKey() : this.fetchPlainScalar();
      case 58: // :
        return flow || this.isBlankzAt(this.pos + 1) ? this.fetchValue() : this.fetchPlainScalar();
      case 42: // *
        return this.fetchAnchor(ALIAS);
      case 38: // &
        return this.fetchAnchor(ANCHOR);
      case 33: // !
        return this.fetchTag();
      case 124: // |
      case 62: // >
        if (!flow) return this.fetchBlockScalar(c === 124);
        break;
      case 39: // '
      case 34: // "
        return this.fetchFlowScalar(c === 39);
      case 35: // #
      case 37: // %
      case 64: // @
      case 96: // `
        break;
      default:
        if ((classOf(c) & BLANKZ) === 0) return this.fetchPlainScalar();
    }
    this.fail('found character that cannot start any token');
  }

  private scanToNextToken(): void {
    const { codes } = this;
    const tabs = this.flowLevel > 0;
    for (;;) {
      this.need(1);
      let c = codes[this.pos]!;
      while (c === 32 || (c === 9 && (tabs || !this.simpleKeyAllowed))) c = codes[++this.pos]!;
      if (c === 35) {
        this.skipToLineEnd();
        c = codes[this.pos]!;
      }
      if (c !== 10 && (c < 13 || c > 0x2029 || (classes[c]! & BREAK) === 0)) return;
      this.skipLine();
      if (!tabs) this.simpleKeyAllowed = true;
    }
  }

  private fetchStreamEnd(): void {
    this.need(1);
    if (this.pos !== this.lineStart) {
      this.line++;
      this.lineStart = this.pos;
    }
    this.unrollIndent(-1);
    this.removeSimpleKey();
    this.simpleKeyAllowed = false;
    this.push(STREAM_END, this.line, 0, 0, 0);
  }

  private fetchDocumentIndicator(type: number): void {
    this.unrollIndent(-1);
    this.removeSimpleKey();
    this.simpleKeyAllowed = false;
    this.push(type, this.line, 0, 0, 0);
    this.pos += 3;
  }

  private fetchFlowCollectionStart(type: number): void {
    this.saveSimpleKey();
    const level = ++this.flowLevel;
    this.keyPossible[level] = false;
    this.keyRequired[level] = false;
    this.keyToken[level] = this.tokensParsed + (this.tail - this.head) / stride;
    if (level > maxDepth) this.fail(`exceeded max depth of ${maxDepth}`);
    this.simpleKeyAllowed = true;
    this.push(type, this.line, 0, 0, 0);
    this.pos++;
  }

  private fetchFlowCollectionEnd(type: number): void {
    this.removeSimpleKey();
    if (this.flowLevel > 0) this.forgetKey(this.keyToken[this.flowLevel--]!);
    this.simpleKeyAllowed = false;
    this.push(type, this.line, 0, 0, 0);
    this.pos++;
  }

  private fetchFlowEntry(): void {
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    this.push(FLOW_ENTRY, this.line, 0, 0, 0);
    this.pos++;
  }

  private fetchBlockEntry(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) this.fail('block sequence entries are not allowed in this context');
      this.rollIndent(this.pos - this.lineStart, -1, BLOCK_SEQUENCE_START, this.line);
    }
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    this.push(BLOCK_ENTRY, this.line, 0, 0, 0);
    this.pos++;
  }

  private fetchKey(): void {
    if (this.flowLevel === 0) {
      if (!this.simpleKeyAllowed) this.fail('mapping keys are not allowed in this context');
      this.rollIndent(this.pos - this.lineStart, -1, BLOCK_MAPPING_START, this.line);
    }
    this.removeSimpleKey();
    this.simpleKeyAllowed = this.flowLevel === 0;
    this.push(KEY, this.line, 0, 0, 0);
    this.pos++;
  }

  private fetchValue(): void {
    const level = this.flowLevel;
    if (this.simpleKeyIsValid(level)) {
      const token = this.keyToken[level]!;
      const line = this.keyLine[level]!;
      this.insert(token, KEY, line);
      this.rollIndent(this.keyColumn[level]!, token, BLOCK_MAPPING_START, line);
      this.keyPossible[level] = false;
      this.forgetKey(token);
      this.simpleKeyAllowed = false;
    } else {
      if (level === 0) {
        if (!this.simpleKeyAllowed) this.fail('mapping values are not allowed in this context');
        this.rollIndent(this.pos - this.lineStart, -1, BLOCK_MAPPING_START, this.line);
      }
      this.simpleKeyAllowed = level === 0;
    }
    this.push(VALUE, this.line, 0, 0, 0);
    this.pos++;
  }

  private fetchPlainScalar(): void {
    if (this.simpleKeyAllowed && this.flowLevel === 0 && this.fetchPlainKey()) return;
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    this.scanPlainScalar();
    this.push(SCALAR, line, this.scalarStart, this.scalarEnd, this.scalarFormat);
  }

  /**
   * The common case in one go: a plain key right before its colon, in block context. Gives the tokens that saving it as a
   * possible key and finding the colon would give. False, with nothing done, for anything else.
   */
  private fetchPlainKey(): boolean {
    const { codes, pos, line } = this;
    let end = pos;
    while ((classOf(codes[end]!) & (BLANKZ | COLON)) === 0) end++;
    if (codes[end]! !== 58 || !this.isBlankzAt(end + 1) || end === pos || end - pos > maxSimpleKeyLength) return false;
    this.removeSimpleKey();
    this.rollIndent(pos - this.lineStart, -1, BLOCK_MAPPING_START, line);
    this.push(KEY, line, 0, 0, 0);
    this.push(SCALAR, line, pos, end, PLAIN);
    this.push(VALUE, line, 0, 0, 0);
    this.pos = end + 1;
    this.need(4);
    this.simpleKeyAllowed = false;
    return true;
  }

  private fetchFlowScalar(single: boolean): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    this.scanFlowScalar(single);
    this.push(SCALAR, line, this.scalarStart, this.scalarEnd, this.scalarFormat);
  }

  private fetchBlockScalar(literal: boolean): void {
    this.removeSimpleKey();
    this.simpleKeyAllowed = true;
    const { line } = this;
    this.scanBlockScalar(literal);
    this.push(SCALAR, line, this.scalarStart, this.scalarEnd, this.scalarFormat);
  }

  private fetchAnchor(type: number): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    this.pos++;
    const name = this.readWhile(ALPHA);
    const c = this.codes[this.pos]!;
    if (name === '' || !(this.isBlankzAt(this.pos) || '?:,]}%@`'.includes(String.fromCharCode(c)))) {
      this.fail('did not find expected alphabetic or numeric character');
    }
    this.push(type, line, this.texts.push(name) - 1, 0, 0);
  }

  private readWhile(bit: number): string {
    const start = this.pos;
    while ((classOf(this.codes[this.pos]!) & bit) !== 0) this.pos++;
    this.need(1);
    return this.text.slice(start, this.pos);
  }

  private fetchTag(): void {
    this.saveSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    let handle = '';
    let suffix: string;
    if (this.codes[this.pos + 1]! === 60) {
      this.pos += 2;
      suffix = this.scanTagUri('');
      if (this.codes[this.pos]! !== 62) this.fail("did not find the expected '>'");
      this.pos++;
    } else {
      handle = this.scanTagHandle(false);
      if (handle.length > 1 && handle.endsWith('!')) suffix = this.scanTagUri('');
      else {
        suffix = this.scanTagUri(handle);
        handle = '!';
        if (suffix === '') [handle, suffix] = ['', '!'];
      }
    }
    this.need(1);
    if (!this.isBlankzAt(this.pos)) this.fail('did not find expected whitespace or line break');
    this.push(TAG, line, this.texts.push(handle) - 1, this.texts.push(suffix) - 1, 0);
  }

  private scanTagHandle(directive: boolean): string {
    if (this.codes[this.pos]! !== 33) this.fail("did not find expected '!'");
    this.pos++;
    const handle = `!${this.readWhile(ALPHA)}`;
    if (this.codes[this.pos]! === 33) {
      this.pos++;
      return `${handle}!`;
    }
    if (directive && handle !== '!') this.fail("did not find expected '!'");
    return handle;
  }

  private scanTagUri(head: string): string {
    let uri = head.slice(1);
    let found = head !== '';
    for (let c = this.codes[this.pos]!; (classOf(c) & URI) !== 0; c = this.codes[this.pos]!) {
      if (c === 37) uri += this.scanUriEscapes();
      else {
        uri += String.fromCharCode(c);
        this.pos++;
      }
      found = true;
    }
    this.need(1);
    if (!found) this.fail('did not find expected tag URI');
    return uri;
  }

  /** One character, written as percent-encoded octets. */
  private scanUriEscapes(): string {
    const octets: number[] = [];
    let width = 1;
    while (octets.length < width) {
      const digits = this.text.slice(this.pos + 1, this.pos + 3);
      const isHex = (classOf(digits.charCodeAt(0)) & classOf(digits.charCodeAt(1)) & HEX) !== 0;
      if (this.codes[this.pos]! !== 37 || !isHex) this.fail('did not find URI escaped octet');
      const octet = Number.parseInt(digits, 16);
      if (octets.length === 0) {
        width = (octet & 0x80) === 0 ? 1 : (octet & 0xe0) === 0xc0 ? 2 : (octet & 0xf0) === 0xe0 ? 3 : (octet & 0xf8) === 0xf0 ? 4 : 0;
        if (width === 0) this.fail('found an incorrect leading UTF-8 octet');
      } else if ((octet & 0xc0) !== 0x80) this.fail('found an incorrect trailing UTF-8 octet');
      octets.push(octet);
      this.pos += 3;
    }
    return decodeBytes(Uint8Array.from(octets));
  }

  private fetchDirective(): void {
    this.unrollIndent(-1);
    this.removeSimpleKey();
    this.simpleKeyAllowed = false;
    const { line } = this;
    this.pos++;
    const name = this.readWhile(ALPHA);
    if (name === '') this.fail('could not find expected directive name');
    if (!this.isBlankzAt(this.pos)) this.fail('found unexpected non-alphabetical character');
    if (name === 'YAML') this.scanVersionDirective(line);
    else if (name === 'TAG') this.scanTagDirective(line);
    else this.fail('found unknown directive name');
    this.skipBlanks();
    if (this.codes[this.pos]! === 35) this.skipToLineEnd();
    this.need(1);
    if ((classOf(this.codes[this.pos]!) & (BREAK | NUL)) === 0) this.fail('did not find expected comment or line break');
    if (this.isBreakAt(this.pos)) this.skipLine();
  }

  private scanVersionDirective(line: number): void {
    this.skipBlanks();
    const major = this.scanVersionNumber();
    if (this.codes[this.pos]! !== 46) this.fail("did not find expected digit or '.' character");
    this.pos++;
    this.push(VERSION_DIRECTIVE, line, major, this.scanVersionNumber(), 0);
  }

  private scanVersionNumber(): number {
    const start = this.pos;
    let c = this.codes[this.pos]!;
    while (c >= 48 && c <= 57) {
      if (this.pos - start === 2) this.fail('found extremely long version number');
      c = this.codes[++this.pos]!;
    }
    if (this.pos === start) this.fail('did not find expected version number');
    return Number(this.text.slice(start, this.pos));
  }

  private scanTagDirective(line: number): void {
    this.skipBlanks();
    const handle = this.scanTagHandle(true);
    const c = this.codes[this.pos]!;
    if (c !== 32 && c !== 9) this.fail('did not find expected whitespace');
    this.skipBlanks();
    const prefix = this.scanTagUri('');
    if (!this.isBlankzAt(this.pos)) this.fail('did not find expected whitespace or line break');
    this.push(TAG_DIRECTIVE, line, this.texts.push(handle) - 1, this.texts.push(prefix) - 1, 0);
  }
}
