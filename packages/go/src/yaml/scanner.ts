/**
 * Scans text to tokens.
 * Behavior, names and messages: go.yaml.in/yaml/v2 v2.4.3 scannerc.go.
 */

import { ALPHA, BLANKZ, BREAK, COLON, classes, classOf, NUL } from './chars.js';
import { Cursor } from './cursor.js';
import { maxSimpleKeyLength, TokenQueue } from './queue.js';
import type { ScannerInput } from './reader.js';
import { PLAIN, ScalarScanner } from './scalars.js';
import { readWhile, scanTagHandle, scanTagUri, scanVersionNumber } from './tags.js';
import {
  ALIAS,
  ANCHOR,
  BLOCK_END,
  BLOCK_ENTRY,
  BLOCK_MAPPING_START,
  BLOCK_SEQUENCE_START,
  DOCUMENT_END,
  DOCUMENT_START,
  FLOW_ENTRY,
  FLOW_MAPPING_END,
  FLOW_MAPPING_START,
  FLOW_SEQUENCE_END,
  FLOW_SEQUENCE_START,
  KEY,
  SCALAR,
  STREAM_END,
  TAG,
  TAG_DIRECTIVE,
  VALUE,
  VERSION_DIRECTIVE,
} from './tokens.js';

const maxDepth = 10000;

/** Scans the tokens of one text. */
export class Scanner {
  readonly cursor: Cursor;
  /** The tokens that `peek` and `skip` use. */
  readonly queue: TokenQueue;
  readonly #scalars: ScalarScanner;
  readonly #indents: number[] = [];
  #tokenAvailable = false;

  constructor(source: ScannerInput) {
    this.cursor = new Cursor(source);
    this.queue = new TokenQueue(this.cursor);
    this.#scalars = new ScalarScanner(this.cursor);
  }

  /** Type of the next token. */
  peek(): number {
    if (!this.#tokenAvailable) this.#fetchMoreTokens();
    return this.queue.tokenType;
  }

  /** Drops the token that `peek` returned. */
  skip(): void {
    this.#tokenAvailable = false;
    this.queue.dropHead();
  }

  #fetchMoreTokens(): void {
    while (this.queue.isEmpty() || this.queue.headMayBeKey()) this.#fetchNextToken();
    this.#tokenAvailable = true;
  }

  /** Opens a block collection if the column is deeper than the current one. `number` is the token to open it before, -1 for the end. */
  #rollIndent(column: number, number: number, type: number, line: number): void {
    const { cursor } = this;
    if (cursor.flowLevel > 0 || cursor.indent >= column) return;
    this.#indents.push(cursor.indent);
    cursor.indent = column;
    if (this.#indents.length > maxDepth) cursor.fail(`exceeded max depth of ${maxDepth}`);
    if (number < 0) this.queue.push(type, line, 0, 0, 0);
    else this.queue.insert(number, type, line);
  }

  #unrollIndent(column: number): void {
    const { cursor } = this;
    if (cursor.flowLevel > 0) return;
    while (cursor.indent > column) {
      this.queue.push(BLOCK_END, cursor.line, 0, 0, 0);
      cursor.indent = this.#indents.pop()!;
    }
  }

  #fetchNextToken() {
    const { cursor } = this;
    this.#scanToNextToken();
    this.#unrollIndent(cursor.pos - cursor.lineStart);
    cursor.need(4);
    const { codes, pos } = cursor;
    const c = codes[pos]!;
    if (c === 0) return this.#fetchStreamEnd();
    if (pos === cursor.lineStart && (c === 37 || c === 45 || c === 46)) {
      if (c === 37) return this.#fetchDirective();
      if (cursor.atDocumentIndicator()) return this.#fetchDocumentIndicator(c === 45 ? DOCUMENT_START : DOCUMENT_END);
    }
    if ((classOf(c) & ALPHA) !== 0 && c !== 45) return this.#fetchPlainScalar();
    this.#fetchIndicator(c);
  }

  #fetchIndicator(c: number) {
    const { cursor } = this;
    const flow = cursor.flowLevel > 0;
    switch (c) {
      case 91: // [
        return this.#fetchFlowCollectionStart(FLOW_SEQUENCE_START);
      case 123: // {
        return this.#fetchFlowCollectionStart(FLOW_MAPPING_START);
      case 93: // ]
        return this.#fetchFlowCollectionEnd(FLOW_SEQUENCE_END);
      case 125: // }
        return this.#fetchFlowCollectionEnd(FLOW_MAPPING_END);
      case 44: // ,
        return this.#fetchFlowEntry();
      case 45: // -
        return cursor.isBlankzAt(cursor.pos + 1) ? this.#fetchBlockEntry() : this.#fetchPlainScalar();
      case 63: // ?
        return flow || cursor.isBlankzAt(cursor.pos + 1) ? this.#fetchKey() : this.#fetchPlainScalar();
      case 58: // :
        return flow || cursor.isBlankzAt(cursor.pos + 1) ? this.#fetchValue() : this.#fetchPlainScalar();
      case 42: // *
        return this.#fetchAnchor(ALIAS);
      case 38: // &
        return this.#fetchAnchor(ANCHOR);
      case 33: // !
        return this.#fetchTag();
      case 124: // |
      case 62: // >
        if (!flow) return this.#fetchBlockScalar(c === 124);
        break;
      case 39: // '
      case 34: // "
        return this.#fetchFlowScalar(c === 39);
      case 35: // #
      case 37: // %
      case 64: // @
      case 96: // `
        break;
      default:
        if ((classOf(c) & BLANKZ) === 0) return this.#fetchPlainScalar();
    }
    cursor.fail('found character that cannot start any token');
  }

  #scanToNextToken(): void {
    const { cursor } = this;
    const { codes } = cursor;
    const tabs = cursor.flowLevel > 0;
    for (;;) {
      cursor.need(1);
      if (cursor.pos < cursor.bomEnd && cursor.pos === cursor.lineStart) cursor.pos++;
      let c = codes[cursor.pos]!;
      while (c === 32 || (c === 9 && (tabs || !cursor.simpleKeyAllowed))) c = codes[++cursor.pos]!;
      if (c === 35) {
        cursor.skipToLineEnd();
        c = codes[cursor.pos]!;
      }
      if (c !== 10 && (c < 13 || c > 0x2029 || (classes[c]! & BREAK) === 0)) return;
      cursor.skipLine();
      if (!tabs) cursor.simpleKeyAllowed = true;
    }
  }

  #fetchStreamEnd(): void {
    const { cursor } = this;
    cursor.need(1);
    if (cursor.pos !== cursor.lineStart) {
      cursor.line++;
      cursor.lineStart = cursor.pos;
    }
    this.#unrollIndent(-1);
    this.queue.removeSimpleKey();
    cursor.simpleKeyAllowed = false;
    this.queue.push(STREAM_END, cursor.line, 0, 0, 0);
  }

  #fetchDocumentIndicator(type: number): void {
    const { cursor } = this;
    this.#unrollIndent(-1);
    this.queue.removeSimpleKey();
    cursor.simpleKeyAllowed = false;
    this.queue.push(type, cursor.line, 0, 0, 0);
    cursor.pos += 3;
  }

  #fetchFlowCollectionStart(type: number): void {
    const { cursor } = this;
    this.queue.saveSimpleKey();
    const level = ++cursor.flowLevel;
    this.queue.keyPossible[level] = false;
    this.queue.keyRequired[level] = false;
    this.queue.keyToken[level] = this.queue.nextTokenNumber();
    if (level > maxDepth) cursor.fail(`exceeded max depth of ${maxDepth}`);
    cursor.simpleKeyAllowed = true;
    this.queue.push(type, cursor.line, 0, 0, 0);
    cursor.pos++;
  }

  #fetchFlowCollectionEnd(type: number): void {
    const { cursor } = this;
    this.queue.removeSimpleKey();
    if (cursor.flowLevel > 0) this.queue.forgetKey(this.queue.keyToken[cursor.flowLevel--]!);
    cursor.simpleKeyAllowed = false;
    this.queue.push(type, cursor.line, 0, 0, 0);
    cursor.pos++;
  }

  #fetchFlowEntry(): void {
    const { cursor } = this;
    this.queue.removeSimpleKey();
    cursor.simpleKeyAllowed = true;
    this.queue.push(FLOW_ENTRY, cursor.line, 0, 0, 0);
    cursor.pos++;
  }

  #fetchBlockEntry(): void {
    const { cursor } = this;
    if (cursor.flowLevel === 0) {
      if (!cursor.simpleKeyAllowed) cursor.fail('block sequence entries are not allowed in this context');
      this.#rollIndent(cursor.pos - cursor.lineStart, -1, BLOCK_SEQUENCE_START, cursor.line);
    }
    this.queue.removeSimpleKey();
    cursor.simpleKeyAllowed = true;
    this.queue.push(BLOCK_ENTRY, cursor.line, 0, 0, 0);
    cursor.pos++;
  }

  #fetchKey(): void {
    const { cursor } = this;
    if (cursor.flowLevel === 0) {
      if (!cursor.simpleKeyAllowed) cursor.fail('mapping keys are not allowed in this context');
      this.#rollIndent(cursor.pos - cursor.lineStart, -1, BLOCK_MAPPING_START, cursor.line);
    }
    this.queue.removeSimpleKey();
    cursor.simpleKeyAllowed = cursor.flowLevel === 0;
    this.queue.push(KEY, cursor.line, 0, 0, 0);
    cursor.pos++;
  }

  #fetchValue(): void {
    const { cursor } = this;
    const level = cursor.flowLevel;
    if (this.queue.simpleKeyIsValid(level)) {
      const token = this.queue.keyToken[level]!;
      const line = this.queue.keyLine[level]!;
      this.queue.insert(token, KEY, line);
      this.#rollIndent(this.queue.keyColumn[level]!, token, BLOCK_MAPPING_START, line);
      this.queue.keyPossible[level] = false;
      this.queue.forgetKey(token);
      cursor.simpleKeyAllowed = false;
    } else {
      if (level === 0) {
        if (!cursor.simpleKeyAllowed) cursor.fail('mapping values are not allowed in this context');
        this.#rollIndent(cursor.pos - cursor.lineStart, -1, BLOCK_MAPPING_START, cursor.line);
      }
      cursor.simpleKeyAllowed = level === 0;
    }
    this.queue.push(VALUE, cursor.line, 0, 0, 0);
    cursor.pos++;
  }

  #fetchPlainScalar(): void {
    const { cursor } = this;
    if (cursor.simpleKeyAllowed && cursor.flowLevel === 0 && this.#fetchPlainKey()) return;
    this.queue.saveSimpleKey();
    cursor.simpleKeyAllowed = false;
    const { line } = cursor;
    this.#scalars.scanPlainScalar();
    this.queue.push(SCALAR, line, this.#scalars.scalarStart, this.#scalars.scalarEnd, this.#scalars.scalarFormat);
  }

  /**
   * Scans the common case in one step: a plain key directly before its colon, in block context. It produces the same tokens as saving a
   * possible key and finding the colon. For anything else it returns false and does nothing.
   */
  #fetchPlainKey(): boolean {
    const { cursor } = this;
    const { codes, pos, line } = cursor;
    let end = pos;
    while ((classOf(codes[end]!) & (BLANKZ | COLON)) === 0) end++;
    if (codes[end]! !== 58 || !cursor.isBlankzAt(end + 1) || end === pos || end - pos > maxSimpleKeyLength) return false;
    this.queue.removeSimpleKey();
    this.#rollIndent(pos - cursor.lineStart, -1, BLOCK_MAPPING_START, line);
    this.queue.push(KEY, line, 0, 0, 0);
    this.queue.push(SCALAR, line, pos, end, PLAIN);
    this.queue.push(VALUE, line, 0, 0, 0);
    cursor.pos = end + 1;
    cursor.need(4);
    cursor.simpleKeyAllowed = false;
    return true;
  }

  #fetchFlowScalar(single: boolean): void {
    this.queue.saveSimpleKey();
    this.cursor.simpleKeyAllowed = false;
    const { line } = this.cursor;
    this.#scalars.scanFlowScalar(single);
    this.queue.push(SCALAR, line, this.#scalars.scalarStart, this.#scalars.scalarEnd, this.#scalars.scalarFormat);
  }

  #fetchBlockScalar(literal: boolean): void {
    this.queue.removeSimpleKey();
    this.cursor.simpleKeyAllowed = true;
    const { line } = this.cursor;
    this.#scalars.scanBlockScalar(literal);
    this.queue.push(SCALAR, line, this.#scalars.scalarStart, this.#scalars.scalarEnd, this.#scalars.scalarFormat);
  }

  #fetchAnchor(type: number): void {
    const { cursor } = this;
    this.queue.saveSimpleKey();
    cursor.simpleKeyAllowed = false;
    const { line } = cursor;
    cursor.pos++;
    const name = readWhile(cursor, ALPHA);
    const c = cursor.codes[cursor.pos]!;
    if (name === '' || !(cursor.isBlankzAt(cursor.pos) || '?:,]}%@`'.includes(String.fromCharCode(c)))) {
      cursor.fail('did not find expected alphabetic or numeric character');
    }
    this.queue.push(type, line, this.queue.texts.push(name) - 1, 0, 0);
  }

  #fetchTag(): void {
    const { cursor } = this;
    this.queue.saveSimpleKey();
    cursor.simpleKeyAllowed = false;
    const { line } = cursor;
    let handle = '';
    let suffix: string;
    if (cursor.codes[cursor.pos + 1]! === 60) {
      cursor.pos += 2;
      suffix = scanTagUri(cursor, '');
      if (cursor.codes[cursor.pos]! !== 62) cursor.fail("did not find the expected '>'");
      cursor.pos++;
    } else {
      handle = scanTagHandle(cursor, false);
      if (handle.length > 1 && handle.endsWith('!')) suffix = scanTagUri(cursor, '');
      else {
        suffix = scanTagUri(cursor, handle);
        handle = '!';
        if (suffix === '') [handle, suffix] = ['', '!'];
      }
    }
    cursor.need(1);
    if (!cursor.isBlankzAt(cursor.pos)) cursor.fail('did not find expected whitespace or line break');
    this.queue.push(TAG, line, this.queue.texts.push(handle) - 1, this.queue.texts.push(suffix) - 1, 0);
  }

  #fetchDirective(): void {
    const { cursor } = this;
    this.#unrollIndent(-1);
    this.queue.removeSimpleKey();
    cursor.simpleKeyAllowed = false;
    const { line } = cursor;
    cursor.pos++;
    const name = readWhile(cursor, ALPHA);
    if (name === '') cursor.fail('could not find expected directive name');
    if (!cursor.isBlankzAt(cursor.pos)) cursor.fail('found unexpected non-alphabetical character');
    if (name === 'YAML') this.#scanVersionDirective(line);
    else if (name === 'TAG') this.#scanTagDirective(line);
    else cursor.fail('found unknown directive name');
    cursor.skipBlanks();
    if (cursor.codes[cursor.pos]! === 35) cursor.skipToLineEnd();
    cursor.need(1);
    if ((classOf(cursor.codes[cursor.pos]!) & (BREAK | NUL)) === 0) cursor.fail('did not find expected comment or line break');
    if (cursor.isBreakAt(cursor.pos)) cursor.skipLine();
  }

  #scanVersionDirective(line: number): void {
    const { cursor } = this;
    cursor.skipBlanks();
    const major = scanVersionNumber(cursor);
    if (cursor.codes[cursor.pos]! !== 46) cursor.fail("did not find expected digit or '.' character");
    cursor.pos++;
    this.queue.push(VERSION_DIRECTIVE, line, major, scanVersionNumber(cursor), 0);
  }

  #scanTagDirective(line: number): void {
    const { cursor } = this;
    cursor.skipBlanks();
    const handle = scanTagHandle(cursor, true);
    const c = cursor.codes[cursor.pos]!;
    if (c !== 32 && c !== 9) cursor.fail('did not find expected whitespace');
    cursor.skipBlanks();
    const prefix = scanTagUri(cursor, '');
    if (!cursor.isBlankzAt(cursor.pos)) cursor.fail('did not find expected whitespace or line break');
    this.queue.push(TAG_DIRECTIVE, line, this.queue.texts.push(handle) - 1, this.queue.texts.push(prefix) - 1, 0);
  }
}
