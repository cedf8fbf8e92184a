/** Splits text into the stems of its words for the search index: case and accents are ignored; names are split at case changes and separators. */
import { stem } from './stem.js';

/** `HTTPServer2Go`: HTTP, Server2, Go; other scripts letter by letter in runs. */
const word = /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?\p{Ll}[\p{Ll}\p{N}]*|\p{N}+|[\p{Lo}\p{Lt}\p{Lm}]+/gu;
const marks = /\p{M}+/gu;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ascii = /^[\0-\x7f]*$/;
const longestWord = 40;

/** Scripts without spaces: each pair of adjacent characters is a word. */
function pairs(text: string): string[] {
  const letters = [...text];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => letters[index]! + letter);
}

/** The stems of the words of `text`, of which the first `limit` characters are read, in order and with repetitions. */
export function words(text: string, limit: number): string[] {
  const start = text.slice(0, limit);
  const plain = ascii.test(start) ? start : start.normalize('NFKD').replace(marks, '');
  const found: string[] = [];
  for (const match of plain.match(word) ?? []) {
    if (unspaced.test(match)) for (const pair of pairs(match)) found.push(pair);
    else found.push(stem(match.slice(0, longestWord).toLowerCase()));
  }
  return found;
}

const hyphenated = /\b[a-z]+(?:-[a-z]+)+\b/gi;

/** The stems of the compounds of a sentence, written as one word: `to-do` is `todo`, `e-mail` is `email`. */
export function compounds(text: string, limit: number): string[] {
  const found = text.slice(0, limit).match(hyphenated) ?? [];
  return found.map(each => stem(each.replaceAll('-', '').slice(0, longestWord).toLowerCase()));
}
