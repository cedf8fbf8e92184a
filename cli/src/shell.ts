const plainWord = /^[\w.:/@-]+$/;

/** A word as a POSIX shell takes it. */
export function quoted(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
