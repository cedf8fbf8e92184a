/** The parser of one text: its tokens, the nodes that it collects, and its errors. */

import { unquote } from '@mcpgw/go/strconv';
import { ParseError, position } from './errors.js';
import type { Node, Source } from './node.js';
import { itemError, type Tokens } from './tokens.js';
import type { Tree } from './tree.js';

/** What the parsers of one text share: the body and each define and block in it have a parser of their own. */
interface Shared {
  readonly source: Source;
  readonly tokens: Tokens;
  /** The next token. */
  next: number;
  readonly trees: Map<string, Tree>;
  readonly hasFunction: (name: string) => boolean;
}

/** Tokens are named by their index. */
export interface Parser {
  readonly shared: Shared;
  readonly source: Source;
  readonly tokens: Tokens;
  /** The last token looked at: errors show its line. */
  last: number;
  vars: string[];
  /** Offset of the delimiter that opened the current action; -1 outside. */
  actionPos: number;
  rangeDepth: number;
  stackDepth: number;
  /** Children collected for nodes not yet made: arrays cut out of it take no more room than they need. */
  readonly children: Node[];
  childCount: number;
}

export const parserOf = (shared: Shared): Parser => ({
  shared,
  source: shared.source,
  tokens: shared.tokens,
  last: 0,
  vars: ['$'],
  actionPos: -1,
  rangeDepth: 0,
  stackDepth: 0,
  children: [],
  childCount: 0,
});

export function peekToken(parser: Parser): number {
  const { next } = parser.shared;
  if (next > parser.last) parser.last = next;
  return next;
}

export function nextToken(parser: Parser): number {
  const next = parser.shared.next++;
  if (next > parser.last) parser.last = next;
  return next;
}

export function addChild(parser: Parser, node: Node): void {
  parser.children[parser.childCount++] = node;
}

/** The children added since `mark`. */
export function takeChildren(parser: Parser, mark: number): Node[] {
  const taken = parser.children.slice(mark, parser.childCount);
  parser.childCount = mark;
  return taken;
}

export function peekType(parser: Parser): number {
  return parser.tokens.type(peekToken(parser));
}

export function backUp(parser: Parser): void {
  parser.shared.next--;
}

function lineOf(parser: Parser, pos: number): number {
  return position(parser.source.text, pos).line;
}

/** Go's error shows the line of the last token looked at, which may be the space in front of the next one: then `at` is where that starts. */
export function fail(parser: Parser, reason: string, at = parser.tokens.start(parser.last)): never {
  throw new ParseError(parser.source.parseName, lineOf(parser, at), reason);
}

export function expectToken(parser: Parser, expected: number, context: string): number {
  const token = nextToken(parser);
  if (parser.tokens.type(token) !== expected) unexpected(parser, token, context);
  return parser.tokens.start(token);
}

export function unexpected(parser: Parser, token: number, context: string): never {
  const tokens = parser.tokens;
  const text = tokens.describe(token);
  if (tokens.type(token) !== itemError) fail(parser, `unexpected ${text} in ${context}`);
  let extra = '';
  const line = parser.actionPos < 0 ? 0 : lineOf(parser, parser.actionPos);
  if (line !== 0 && line !== lineOf(parser, tokens.start(token))) {
    extra = `${text.endsWith(' action') ? '' : ' in action'} started at ${parser.source.parseName}:${line}`;
  }
  fail(parser, `${text}${extra}`);
}

export function unquoted(parser: Parser, literal: string): string {
  return unquote(literal) ?? fail(parser, 'invalid syntax');
}
