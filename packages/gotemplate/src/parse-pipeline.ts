/** The parser of what is inside an action: declarations, pipelines, commands and their operands. Behavior: Go 1.26 text/template/parse/parse.go. */

import { caches } from '@mcpgw/go/bounds';
import { quote } from '@mcpgw/go/strconv';
import {
  BoolNode,
  ChainNode,
  CommandNode,
  type Declarations,
  DotNode,
  FieldNode,
  IdentifierNode,
  NilNode,
  type Node,
  NodeBool,
  NodeDot,
  NodeField,
  NodeNil,
  NodeNumber,
  NodeString,
  NodeVariable,
  NumberNode,
  PipeNode,
  StringNode,
  VariableNode,
} from './node.js';
import { parseNumber } from './numbers.js';
import { addChild, backUp, fail, nextToken, type Parser, peekToken, peekType, takeChildren, unexpected, unquoted } from './parser.js';
import {
  itemAssign,
  itemBool,
  itemChar,
  itemCharConstant,
  itemComplex,
  itemDeclare,
  itemDot,
  itemError,
  itemField,
  itemIdentifier,
  itemLeftParen,
  itemNil,
  itemNumber,
  itemPipe,
  itemRawString,
  itemRightDelim,
  itemRightParen,
  itemString,
  itemVariable,
} from './tokens.js';

/** Nested parentheses that Go accepts; the JavaScript stack ends earlier, with the same message. */
const maxStackDepth = 10000;
/** Field names seen, whatever the text. */
const fieldNames = caches.map<string, string>();
const maxFieldNames = 10000;
const noStrings: readonly string[] = [];
const noDeclarations: Declarations = { decl: [], isAssign: false };

function startsOperand(type: number): boolean {
  switch (type) {
    case itemBool:
    case itemCharConstant:
    case itemComplex:
    case itemDot:
    case itemField:
    case itemIdentifier:
    case itemNumber:
    case itemNil:
    case itemRawString:
    case itemString:
    case itemVariable:
    case itemLeftParen:
      return true;
  }
  return false;
}

function declareVariable(parser: Parser, decl: VariableNode[], variable: number): void {
  const name = parser.tokens.text(variable);
  decl.push(new VariableNode(parser.tokens.start(variable), name, noStrings));
  parser.vars.push(name);
}

/** Leading `$x :=`, `$x =`, `$i, $x :=`. */
function parseDeclarations(parser: Parser, context: string): Declarations {
  if (peekType(parser) !== itemVariable) return noDeclarations;
  const tokens = parser.tokens;
  const decl: VariableNode[] = [];
  while (peekType(parser) === itemVariable) {
    const variable = nextToken(parser);
    const type = peekType(parser);
    if (type === itemAssign || type === itemDeclare) {
      nextToken(parser);
      declareVariable(parser, decl, variable);
      return { decl, isAssign: type === itemAssign };
    }
    if (type !== itemChar || tokens.text(peekToken(parser)) !== ',') {
      backUp(parser);
      break;
    }
    nextToken(parser);
    declareVariable(parser, decl, variable);
    if (context !== 'range' || decl.length >= 2) fail(parser, `too many declarations in ${context}`);
    const following = peekType(parser);
    if (following !== itemVariable && following !== itemRightDelim && following !== itemRightParen) {
      fail(parser, 'range can only initialize variables');
    }
  }
  return { decl, isAssign: false };
}

export function parsePipeline(parser: Parser, context: string, end: number): PipeNode {
  const pos = parser.tokens.start(peekToken(parser));
  const declarations = parseDeclarations(parser, context);
  const mark = parser.childCount;
  for (;;) {
    const token = peekToken(parser);
    const type = parser.tokens.type(token);
    if (type === end) {
      nextToken(parser);
      const cmds = takeChildren(parser, mark) as CommandNode[];
      checkPipeline(parser, cmds, context);
      return new PipeNode(pos, declarations, cmds);
    }
    if (!startsOperand(type)) unexpected(parser, token, context);
    addChild(parser, parseCommand(parser));
  }
}

function checkPipeline(parser: Parser, cmds: readonly CommandNode[], context: string): void {
  if (cmds.length === 0) fail(parser, `missing value for ${context}`);
  for (let i = 1; i < cmds.length; i++) {
    switch (cmds[i]!.args[0]!.type) {
      case NodeBool:
      case NodeDot:
      case NodeNil:
      case NodeNumber:
      case NodeString:
        fail(parser, `non executable command in pipeline stage ${i + 1}`);
    }
  }
}

function parseCommand(parser: Parser): CommandNode {
  const tokens = parser.tokens;
  const pos = tokens.start(peekToken(parser));
  const mark = parser.childCount;
  for (;;) {
    const operand = parseOperand(parser);
    if (operand !== null) addChild(parser, operand);
    const token = nextToken(parser);
    const type = tokens.type(token);
    if (type === itemPipe) break;
    if (type === itemRightDelim || type === itemRightParen) {
      backUp(parser);
      break;
    }
    if (!tokens.isSpaced(token) || !startsOperand(type)) unexpected(parser, token, 'operand');
    backUp(parser);
  }
  if (parser.childCount === mark) fail(parser, 'empty command');
  return new CommandNode(pos, takeChildren(parser, mark));
}

/** Whether the next token is a field that belongs to the term before it. */
function atField(parser: Parser): boolean {
  const token = peekToken(parser);
  return parser.tokens.type(token) === itemField && !parser.tokens.isSpaced(token);
}

function moreFields(parser: Parser, first: readonly string[]): string[] {
  const names = [...first, fieldName(parser, nextToken(parser))];
  while (atField(parser)) names.push(fieldName(parser, nextToken(parser)));
  return names.slice();
}

/** The name is one string for all its places, which makes lookups of keys faster. */
function fieldName(parser: Parser, token: number): string {
  const name = parser.tokens.text(token).slice(1);
  const known = fieldNames.get(name);
  if (known !== undefined) return known;
  if (fieldNames.size < maxFieldNames) fieldNames.set(name, name);
  return name;
}

/** A term and the fields that follow it; null where the next token starts no term. Fields stand where the first of them does. */
function parseOperand(parser: Parser): Node | null {
  const node = parseTerm(parser);
  if (node === null || !atField(parser)) return node;
  const pos = parser.tokens.start(peekToken(parser));
  switch (node.type) {
    case NodeField:
      return new FieldNode(pos, moreFields(parser, (node as FieldNode).ident));
    case NodeVariable:
      return new VariableNode(pos, (node as VariableNode).name, moreFields(parser, noStrings));
  }
  const fields = moreFields(parser, noStrings);
  const tokens = parser.tokens;
  const next = peekToken(parser);
  switch (node.type) {
    case NodeBool:
    case NodeString:
    case NodeNumber:
    case NodeNil:
    case NodeDot:
      return fail(
        parser,
        `unexpected . after term ${quote(node.toString())}`,
        tokens.isSpaced(next) || tokens.type(next) === itemError ? tokens.end(next - 1) : tokens.start(next),
      );
  }
  return new ChainNode(pos, node, fields);
}

function parseTerm(parser: Parser): Node | null {
  const tokens = parser.tokens;
  const token = nextToken(parser);
  const pos = tokens.start(token);
  const type = tokens.type(token);
  switch (type) {
    case itemIdentifier:
      return identifierNode(parser, pos, tokens.text(token));
    case itemDot:
      return new DotNode(pos);
    case itemNil:
      return new NilNode(pos);
    case itemVariable:
      return useVar(parser, pos, tokens.text(token));
    case itemField:
      return new FieldNode(pos, [fieldName(parser, token)]);
    case itemBool:
      return new BoolNode(pos, tokens.text(token) === 'true');
    case itemCharConstant:
    case itemComplex:
    case itemNumber:
      return numberNode(parser, pos, type, tokens.text(token));
    case itemLeftParen:
      return parenthesized(parser);
    case itemString:
    case itemRawString: {
      const text = tokens.text(token);
      return new StringNode(pos, text, unquoted(parser, text));
    }
  }
  backUp(parser);
  return null;
}

function identifierNode(parser: Parser, pos: number, name: string): Node {
  if (!parser.shared.hasFunction(name)) fail(parser, `function ${quote(name)} not defined`);
  return new IdentifierNode(pos, name);
}

function numberNode(parser: Parser, pos: number, type: number, text: string): Node {
  const value = parseNumber(type, text, message => fail(parser, message));
  return new NumberNode(pos, text, value, type);
}

function parenthesized(parser: Parser): Node {
  if (parser.stackDepth >= maxStackDepth) fail(parser, 'max expression depth exceeded');
  parser.stackDepth++;
  const pipe = parsePipeline(parser, 'parenthesized pipeline', itemRightParen);
  parser.stackDepth--;
  return pipe;
}

function useVar(parser: Parser, pos: number, name: string): Node {
  if (!parser.vars.includes(name)) fail(parser, `undefined variable ${quote(name)}`);
  return new VariableNode(pos, name, noStrings);
}
