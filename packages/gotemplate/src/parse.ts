/**
 * The parser: texts, actions and the bodies of `define` and `block`. parse-pipeline.ts has what is inside an action, parser.ts what both use.
 * Behavior: Go 1.26 text/template/parse/parse.go.
 */

import { quote } from '@mcpgw/go/strconv';
import { lex } from './lex.js';
import {
  ActionNode,
  BranchNode,
  ElseNode,
  EndNode,
  isEmptyTree,
  ListNode,
  LoopControlNode,
  type Node,
  NodeBreak,
  NodeContinue,
  NodeElse,
  NodeEnd,
  NodeIf,
  NodeRange,
  NodeWith,
  type Source,
  TemplateNode,
  TextNode,
} from './node.js';
import { parsePipeline } from './parse-pipeline.js';
import {
  addChild,
  backUp,
  expectToken,
  fail,
  nextToken,
  type Parser,
  parserOf,
  peekToken,
  peekType,
  takeChildren,
  unexpected,
  unquoted,
} from './parser.js';
import {
  itemBlock,
  itemBreak,
  itemContinue,
  itemDefine,
  itemElse,
  itemEnd,
  itemEOF,
  itemIf,
  itemLeftDelim,
  itemRange,
  itemRawString,
  itemRightDelim,
  itemString,
  itemTemplate,
  itemText,
  itemWith,
} from './tokens.js';
import { Tree } from './tree.js';

const branchTypes = { if: NodeIf, range: NodeRange, with: NodeWith } as const;
type Branch = keyof typeof branchTypes;

function addTree(parser: Parser, name: string, root: ListNode): void {
  const { trees } = parser.shared;
  const old = trees.get(name);
  const isBlank = isEmptyTree(root);
  if (old === undefined || old.isBlank) trees.set(name, new Tree(name, root, parser.source, isBlank));
  else if (!isBlank) fail(parser, `template: multiple definition of template ${quote(name)}`);
}

/** The whole text, `define` actions taken out. */
function parseText(parser: Parser): ListNode {
  const tokens = parser.tokens;
  const shared = parser.shared;
  const pos = tokens.start(peekToken(parser));
  for (let type = peekType(parser); type !== itemEOF; type = peekType(parser)) {
    if (type === itemLeftDelim && tokens.type(shared.next + 1) === itemDefine) {
      shared.next += 2;
      parseDefinition(parserOf(shared));
      continue;
    }
    const node = parseTextOrAction(parser);
    if (node.type === NodeEnd || node.type === NodeElse) fail(parser, `unexpected ${node}`);
    addChild(parser, node);
  }
  return new ListNode(pos, takeChildren(parser, 0));
}

function parseDefinition(parser: Parser): void {
  const context = 'define clause';
  const name = templateName(parser, context);
  expectToken(parser, itemRightDelim, context);
  const { list, end } = parseList(parser);
  if (end.type !== NodeEnd) fail(parser, `unexpected ${end} in ${context}`);
  addTree(parser, name, list);
}

/** Up to `{{end}}` or `{{else}}`, returned apart. */
function parseList(parser: Parser): { list: ListNode; end: Node } {
  const pos = parser.tokens.start(peekToken(parser));
  const mark = parser.childCount;
  while (peekType(parser) !== itemEOF) {
    const node = parseTextOrAction(parser);
    if (node.type === NodeEnd || node.type === NodeElse) return { list: new ListNode(pos, takeChildren(parser, mark)), end: node };
    addChild(parser, node);
  }
  fail(parser, 'unexpected EOF');
}

function parseTextOrAction(parser: Parser): Node {
  const token = nextToken(parser);
  const type = parser.tokens.type(token);
  if (type === itemText) return new TextNode(parser.tokens.start(token), parser.tokens.text(token));
  if (type !== itemLeftDelim) unexpected(parser, token, 'input');
  parser.actionPos = parser.tokens.start(token);
  const node = parseAction(parser);
  parser.actionPos = -1;
  return node;
}

function parseAction(parser: Parser): Node {
  const token = nextToken(parser);
  switch (parser.tokens.type(token)) {
    case itemBlock:
      return blockControl(parser);
    case itemBreak:
      return loopControl(parser, NodeBreak, token, '{{break}}');
    case itemContinue:
      return loopControl(parser, NodeContinue, token, '{{continue}}');
    case itemElse:
      return elseControl(parser);
    case itemEnd:
      return new EndNode(expectToken(parser, itemRightDelim, 'end'));
    case itemIf:
      return parseControl(parser, 'if');
    case itemRange:
      return parseControl(parser, 'range');
    case itemTemplate:
      return templateControl(parser);
    case itemWith:
      return parseControl(parser, 'with');
  }
  backUp(parser);
  return new ActionNode(parser.tokens.start(token), parsePipeline(parser, 'command', itemRightDelim));
}

function loopControl(parser: Parser, type: number, keyword: number, context: string): Node {
  expectToken(parser, itemRightDelim, context);
  if (parser.rangeDepth === 0) fail(parser, `${context} outside {{range}}`);
  return new LoopControlNode(type, parser.tokens.start(keyword));
}

function parseControl(parser: Parser, context: Branch): BranchNode {
  const mark = parser.vars.length;
  const pipe = parsePipeline(parser, context, itemRightDelim);
  if (context === 'range') parser.rangeDepth++;
  const { list, end } = parseList(parser);
  if (context === 'range') parser.rangeDepth--;
  const elseList = end.type === NodeElse ? parseElseList(parser, context, end) : null;
  const declares = parser.vars.length > mark;
  parser.vars.length = mark;
  return new BranchNode(branchTypes[context], pipe, { list, elseList }, declares);
}

/** `else if` and `else with` are an else that holds one if or with, whose `end` ends both. */
function parseElseList(parser: Parser, context: Branch, start: Node): ListNode {
  const next = peekType(parser);
  if ((context === 'if' && next === itemIf) || (context === 'with' && next === itemWith)) {
    nextToken(parser);
    return new ListNode(start.pos, [parseControl(parser, context)]);
  }
  const { list, end } = parseList(parser);
  if (end.type !== NodeEnd) fail(parser, `expected end; found ${end}`);
  return list;
}

function elseControl(parser: Parser): Node {
  const next = peekToken(parser);
  const type = parser.tokens.type(next);
  if (type === itemIf || type === itemWith) return new ElseNode(parser.tokens.start(next));
  return new ElseNode(expectToken(parser, itemRightDelim, 'else'));
}

function templateName(parser: Parser, context: string): string {
  const token = nextToken(parser);
  const type = parser.tokens.type(token);
  if (type !== itemString && type !== itemRawString) unexpected(parser, token, context);
  return unquoted(parser, parser.tokens.text(token));
}

function blockControl(parser: Parser): Node {
  const context = 'block clause';
  const pos = parser.tokens.start(peekToken(parser));
  const name = templateName(parser, context);
  const pipe = parsePipeline(parser, context, itemRightDelim);
  const block = parserOf(parser.shared);
  const { list, end } = parseList(block);
  if (end.type !== NodeEnd) fail(parser, `unexpected ${end} in ${context}`);
  addTree(block, name, list);
  return new TemplateNode(pos, name, pipe);
}

function templateControl(parser: Parser): Node {
  const context = 'template clause';
  const pos = parser.tokens.start(peekToken(parser));
  const name = templateName(parser, context);
  if (peekType(parser) !== itemRightDelim) return new TemplateNode(pos, name, parsePipeline(parser, context, itemRightDelim));
  nextToken(parser);
  return new TemplateNode(pos, name, null);
}

/**
 * Parses a text; returns its templates by name, the text's own body under `name`.
 *
 * @throws ParseError with the line of the offending token
 */
export function parse(name: string, text: string, hasFunction: (name: string) => boolean): Map<string, Tree> {
  const source: Source = { parseName: name, text };
  const tokens = lex(text, { breakOK: !hasFunction('break'), continueOK: !hasFunction('continue') });
  const trees = new Map<string, Tree>();
  const parser = parserOf({ source, tokens, next: 0, trees, hasFunction });
  try {
    addTree(parser, name, parseText(parser));
  } catch (error) {
    // The JavaScript stack is used up: the text nests too deep.
    if (error instanceof RangeError) fail(parser, 'max expression depth exceeded');
    throw error;
  }
  return trees;
}
