/** What goes wrong in a template. Messages are those of Go 1.26 text/template. */

import { quote } from '@mcpgw/go/strconv';
import { byteLength } from '@mcpgw/go/values';
import type { Node, Source } from './node.js';

/** Line (from 1) and column (from 0, in UTF-8 bytes) of an offset. */
export function position(text: string, pos: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf('\n'); i >= 0 && i < pos; i = text.indexOf('\n', i + 1)) {
    line++;
    start = i + 1;
  }
  return { line, column: byteLength(text.slice(start, pos)) };
}

/** The text of a template does not parse. The message is `template: NAME:LINE: REASON`. */
export class ParseError extends Error {
  override name = 'ParseError';
  readonly templateName: string;
  readonly line: number;
  readonly reason: string;
  constructor(templateName: string, line: number, reason: string) {
    super(`template: ${templateName}:${line}: ${reason}`);
    this.templateName = templateName;
    this.line = line;
    this.reason = reason;
  }
}

/** A node's text; a node that nests deeper than the JavaScript stack has none. */
function contextOf(node: Node): string {
  try {
    return node.toString();
  } catch (error) {
    if (error instanceof RangeError) return '...';
    throw error;
  }
}

/** A template failed while it ran. The message is `template: NAME:LINE:COLUMN: executing "TEMPLATE" at <CONTEXT>: REASON`. */
export class ExecError extends Error {
  override name = 'ExecError';
  /** The text that holds the failing action (a file, for Helm). */
  readonly templateName: string;
  readonly line: number;
  /** In UTF-8 bytes, from 0. */
  readonly column: number;
  /** The failing node's text. */
  readonly context: string;
  /** The template that was executing: a `define`, or the same as `templateName`. */
  readonly definedIn: string;
  readonly reason: string;
  constructor(source: Source, node: Node, definedIn: string, reason: string, cause?: unknown) {
    const { line, column } = position(source.text, node.pos);
    const context = contextOf(node);
    const { parseName } = source;
    super(
      `template: ${parseName}:${line}:${column}: executing ${quote(definedIn)} at <${context}>: ${reason}`,
      cause === undefined ? undefined : { cause },
    );
    this.templateName = parseName;
    this.line = line;
    this.column = column;
    this.context = context;
    this.definedIn = definedIn;
    this.reason = reason;
  }
}

/** There is no template of that name. */
export class NoTemplateError extends Error {
  override name = 'NoTemplateError';
  readonly templateName: string;
  readonly setName: string;
  constructor(templateName: string, setName: string) {
    super(`template: no template ${quote(templateName)} associated with template ${quote(setName)}`);
    this.templateName = templateName;
    this.setName = setName;
  }
}
