/** Members of an object in a text of JSON: put in at its end and taken out, with every comment and the layout of all else kept. */
import { createScanner, findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** The layout of a file. */
export interface Layout {
  /** One level of indentation. */
  readonly unit: string;
  readonly end: '\n' | '\r\n';
}

/** `SyntaxKind` of jsonc-parser, which is a const enum. */
const commaToken = 5;
const endOfFile = 17;

function objectAt(text: string, path: readonly string[]): Node {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true })!;
  return findNodeAtLocation(tree, [...path])!;
}

/** The place of a comma between two places, outside of comments; undefined where there is none. */
function commaIn(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  for (let token: number = scanner.scan(); token !== endOfFile && scanner.getTokenOffset() < to; token = scanner.scan())
    if (token === commaToken) return scanner.getTokenOffset();
  return undefined;
}

const endOf = (node: Node): number => node.offset + node.length;

/** The whitespace at the beginning of the line of a place. */
function indentAt(text: string, place: number): string {
  const line = text.slice(text.lastIndexOf('\n', place - 1) + 1);
  return /^[ \t]*/.exec(line)![0];
}

/** Adds a member at the end of the object at `path`. The object has no member of that name. */
export function addMember(text: string, path: readonly string[], [key, value]: readonly [string, unknown], { unit, end }: Layout): string {
  const object = objectAt(text, path);
  const brace = endOf(object) - 1;
  const last = object.children?.at(-1);
  const outer = indentAt(text, object.offset);
  const isOwnLine = last !== undefined && text.slice(text.lastIndexOf('\n', last.offset - 1) + 1, last.offset).trim() === '';
  const indent = isOwnLine ? indentAt(text, last.offset) : outer + unit;
  const inside = text.slice(0, brace).trimEnd();
  const json = JSON.stringify(value, null, unit).split('\n').join(`${end}${indent}`);
  const member = `${end}${indent}${JSON.stringify(key)}: ${json}${end}${outer}`;
  const needsComma = last !== undefined && commaIn(text, endOf(last), brace) === undefined;
  const before = needsComma ? `${inside.slice(0, endOf(last))},${inside.slice(endOf(last))}` : inside;
  return `${before}${member}${text.slice(brace)}`;
}

/** Takes the member at `path` out, with its comma, and with its lines where nothing else is on them. */
export function removeMember(text: string, path: readonly string[]): string {
  const object = objectAt(text, path.slice(0, -1));
  const members = object.children ?? [];
  const at = members.findIndex(member => member.children?.[0]?.value === path.at(-1));
  const member = members[at]!;
  const next = commaIn(text, endOf(member), members[at + 1]?.offset ?? endOf(object) - 1);
  const previous = members[at - 1];
  const before = next === undefined && previous !== undefined ? commaIn(text, endOf(previous), member.offset) : undefined;
  let [from, to] = [member.offset, next === undefined ? endOf(member) : next + 1];
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const rest = /^[ \t]*(\r?\n|$)/.exec(text.slice(to));
  if (text.slice(lineStart, from).trim() === '' && rest !== null) [from, to] = [lineStart, to + rest[0].length];
  const start = text.slice(0, from);
  return `${before === undefined ? start : start.slice(0, before) + start.slice(before + 1)}${text.slice(to)}`;
}
