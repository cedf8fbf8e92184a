/**
 * Fast path of the lexer and the parser (docs/adr/0056-fast-paths.md): actions that were parsed before. Charts say the same thing over and
 * over, and lexing and parsing is most of a large chart's first render.
 */
import type { PipeNode } from './node.js';

export interface KnownAction {
  /** The token of its keyword: if, range or with; 0 where it has none. */
  readonly keyword: number;
  readonly pipe: PipeNode;
  /** Where what stands between its delimiters starts, and its first token that is no keyword. */
  readonly start: number;
  readonly pos: number;
  /** Variables that must be declared before it. */
  readonly uses: readonly string[];
  /** Variables that it declares, in order. */
  readonly declares: readonly string[];
}

/** Actions that are no pipeline, with or without if, range and with in front. */
const control = /^[ \t\r]*(?:block|break|continue|define|else|end|template)\b/;

export const isPipelineText = (text: string): boolean => !control.test(text);

/** How many actions are kept. */
const maxActions = 20_000;

/** Of one line and without raw strings: the text up to the right delimiter, which a brace in a string is not. */
const simpleAction = /(?:[^"`'{}\n]|"[^"\\\n]*"){1,400}\}\}/y;

/** By the text between the delimiters, trim markers left out. Valid for texts that may use the same functions. */
export class KnownActions {
  private readonly byText = new Map<string, KnownAction>();

  get(text: string): KnownAction | undefined {
    return this.byText.get(text);
  }

  set(text: string, action: KnownAction): void {
    if (this.byText.size < maxActions) this.byText.set(text, action);
  }
}

/** What stands between the delimiters of the action whose left delimiter ends at `start`; undefined where that takes more than a look. */
export function actionText(input: string, start: number): string | undefined {
  simpleAction.lastIndex = start;
  if (!simpleAction.test(input)) return undefined;
  const end = simpleAction.lastIndex - 2;
  if (input.charCodeAt(end - 1) !== 45) return input.slice(start, end);
  const isTrimmed = end - 2 > start && input.charCodeAt(end - 2) === 32;
  return isTrimmed ? input.slice(start, end - 2) : undefined;
}
