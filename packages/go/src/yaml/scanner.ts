/**
 * Text to tokens.
 * Behaviour, names and messages: go.yaml.in/yaml/v2 v2.4.3 scannerc.go.
 */

import { ALPHA, BLANKZ, BREAK, COLON, classes, classOf, NUL } from './chars.js';
import { maxSimpleKeyLength, TokenQueue } from './queue.js';
import { PLAIN } from './scalars.js';
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

export class Scanner extends TokenQueue {
  private readonly indents: number[] = [];
  private tokenAvailable = false;

  /** Type of the next token. */
  peek(): number {
    if (!this.tokenAvailable) this.fetchMoreTokens();
    return this.queue[this.head]!;
  }

  /** Drops the token that `peek` returned. */
  skip(): void {
    this.tokenAvailable = false;
    this.dropHead();
  }

  private fetchMoreTokens(): void {
    while (this.isEmpty() || this.headMayBeKey()) this.fetchNextToken();
    this.tokenAvailable = true;
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

  private fetchNextToken() {
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

  private fetchIndicator(c: number) {
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
      if (this.pos < this.bomEnd && this.pos === this.lineStart) this.pos++;
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
    this.keyToken[level] = this.nextTokenNumber();
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
