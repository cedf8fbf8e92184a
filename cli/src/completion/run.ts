/** `mcpgw completion words`: the words of a line → what can stand at its cursor, one candidate a line. */
import { logText } from '@mcpgw/diagnostics';
import { print } from '../terminal.js';
import { type CompletableCommand, complete } from './candidates.js';
import { namesFor } from './names.js';
import type { Shell } from './scripts.js';
import { keptByBash, splitLine, type TypedLine } from './words.js';

export interface WordsFlags {
  readonly shell: Shell;
  readonly breaks: string;
  /** The word at the cursor; undefined where it is the last of the words. */
  readonly current?: string;
}

const lineOf = (text: string): string => logText(text).replace(/[\t\r\n]+/g, ' ');

function typedLine(words: readonly string[], shell: Shell, current: string | undefined): TypedLine {
  if (shell === 'bash') return splitLine(words[0] ?? '');
  return current === undefined ? { before: words.slice(0, -1), current: words.at(-1) ?? '' } : { before: words, current };
}

/** Prints `value<TAB>description` lines. bash gives one text, the line up to the cursor; other shells give the words. */
export async function runWords(
  words: readonly string[],
  { shell, breaks, current }: WordsFlags,
  commands: readonly CompletableCommand[],
): Promise<void> {
  const typed = typedLine(words, shell, current);
  const found = await complete(typed, commands, namesFor(typed.before));
  if (found === 'files') return print(':files\n');
  const kept = shell === 'bash' ? keptByBash(typed.current, breaks).length : 0;
  print(found.map(({ value, about }) => `${lineOf(value.slice(kept))}${about === '' ? '' : `\t${lineOf(about)}`}\n`).join(''));
}
