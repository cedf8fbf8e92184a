/** The words of a command line up to the cursor, as shells split it. */

export interface TypedLine {
  /** Complete words after the name of the program. */
  readonly before: readonly string[];
  /** What is typed of the word at the cursor; may be empty. */
  readonly current: string;
}

/** Splits the text of a line up to the cursor: quotes and backslashes count as in a POSIX shell. The first word is the program. */
export function splitLine(text: string): TypedLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quote === '' && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === '\\' && quote !== "'" && at + 1 < text.length) word = (word ?? '') + text[++at]!;
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (char === quote) quote = '';
    else word = (word ?? '') + char;
  }
  return { before: words.slice(1), current: words.length === 0 && word !== undefined ? '' : (word ?? '') };
}

/** The part of the current word that bash keeps: it completes only what follows the last of its break characters. */
export function keptByBash(current: string, breaks: string): string {
  const last = Math.max(...[...':='].filter(char => breaks.includes(char)).map(char => current.lastIndexOf(char)), -1);
  return current.slice(0, last + 1);
}
