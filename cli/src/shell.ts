const plainWord = /^[\w.:/@-]+$/;

/** Quotes a word for a POSIX shell. */
export function quoted(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
