/**
 * Template errors in Helm's words. Follows helm.sh/helm/v4 v4.2.4 pkg/engine/engine.go (cleanupParseError, reformatExecErrorMsg); for Helm
 * 3, helm.sh/helm/v3 v3.20.0 pkg/engine/engine.go (cleanupExecError).
 */

import { trimSpace } from '@mcpgw/go/strings';
import { FuncError } from '@mcpgw/go/values';
import { BudgetError, ExecError, NoTemplateError, type ParseError } from '@mcpgw/gotemplate';
import type { Dialect } from '../common/dialect.js';
import { LimitError, RenderError, type TemplateLocation } from '../common/errors.js';

/** The error of `required` and `fail`. The message is for the user, without the chain of calls that led to it. */
export class UserMessage extends FuncError {
  override name = 'UserMessage';
}

/** Returns the text of a template file by its path; undefined for text that came from `tpl`. */
export type SourceOf = (template: string) => string | undefined;

const lineOf = (text: string | undefined, line: number): { sourceLine?: string } => {
  const sourceLine = text?.split('\n', line)[line - 1];
  return sourceLine === undefined ? {} : { sourceLine };
};

/** The separator between the parts of Go's errors. */
const separator = ': ';

/**
 * The location as Helm shows it. Helm takes the second part of Go's error as the location, so a name that contains a separator is cut
 * there.
 */
const placeOf = (place: string): string => place.split(separator, 1)[0]!;

/** The last part of a reason. */
function lastPart(reason: string): string {
  const at = reason.lastIndexOf(separator);
  return at < 0 ? reason : reason.slice(at + separator.length);
}

/** Converts the parse error of a template file to its location and the last part of the reason. */
export function cleanupParseError(error: ParseError, text: string): RenderError {
  const { templateName, line, reason } = error;
  const message = `parse error at (${placeOf(`${templateName}:${line}`)}): ${lastPart(reason)}`;
  return new RenderError(message, { template: templateName, line, reason, ...lineOf(text, line) }, error);
}

function locationOf(error: ExecError, sourceOf: SourceOf): TemplateLocation {
  const { templateName, line, column, reason } = error;
  return { template: templateName, line, column, reason, ...lineOf(sourceOf(templateName), line) };
}

/** The chain of causes of an error, outermost first. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let current = error; current instanceof Error; current = current.cause) chain.push(current);
  return chain;
}

/**
 * Converts the error of a template that failed during execution. Errors that are neither Go's nor a limit, that is, our own bugs, are
 * returned unchanged.
 */
export function reformatExecError(path: string, error: unknown, sourceOf: SourceOf, { tracesErrors }: Dialect): unknown {
  if (error instanceof BudgetError) return new LimitError(`rendering ${path}: ${error.message}`, { cause: error });
  if (error instanceof RangeError) return new LimitError(`rendering ${path}: templates are nested too deeply`, { cause: error });
  if (!(error instanceof ExecError)) return error;
  const chain = chainOf(error);
  const inner = chain.filter(cause => cause instanceof ExecError).at(-1)!;
  const message = chain.find(cause => cause instanceof UserMessage)?.message;
  if (message !== undefined) {
    const location = { ...locationOf(inner, sourceOf), reason: message };
    const place = placeOf(`${error.templateName}:${error.line}:${error.column}`);
    return new RenderError(`execution error at (${place}): ${message}`, location, error);
  }
  const trace = tracesErrors ? traceOf(chain) : undefined;
  return new RenderError(trace ?? error.message, locationOf(inner, sourceOf), error);
}

/**
 * Formats one block for each error of the chain; undefined if Helm cannot parse an error of the chain and so prints the whole message
 * unchanged.
 */
function traceOf(chain: readonly Error[]): string | undefined {
  const blocks: string[] = [];
  for (const error of chain) {
    const block = blockOf(error);
    if (block === undefined) return undefined;
    if (block !== blocks.at(-1)) blocks.push(block);
  }
  return trimSpace(blocks.join(''));
}

function blockOf(error: Error): string | undefined {
  if (error instanceof NoTemplateError) return `${error.message}\n`;
  if (!(error instanceof ExecError)) return undefined;
  return `${error.templateName}:${error.line}:${error.column}\n  executing "${error.definedIn}" at <${error.context}>:\n    ${firstReason(error.reason)}\n`;
}

/**
 * The reason without the chained error, which has its own block. Helm cuts at the first occurrence of the chained error's text, even inside
 * the user's text.
 */
function firstReason(reason: string): string {
  const cut = reason.indexOf(' template:');
  return cut < 0 ? reason : reason.slice(0, cut);
}
