/**
 * Reduces an English word to a stem that its forms share: `created`, `creating` and `creation` become `creat`. A short form of the
 * suffix rules of Porter ("An algorithm for suffix stripping", 1980); a stem need not be a word.
 */

const letters = /^[a-z]+$/;
const vowel = /[aeiouy]/;
const doubled = /([bdfgmnprt])\1$/;

/** Endings of nouns and adjectives, and what stands for them. At least three letters are left before them, and four with what stands for them. */
const endings: readonly (readonly [string, string])[] = [
  ['ization', 'iz'],
  ['ation', 'at'],
  ['ition', 'it'],
  ['ment', ''],
  ['ness', ''],
  ['able', ''],
  ['ible', ''],
  ['ance', ''],
  ['ence', ''],
  ['ity', ''],
  ['al', ''],
  ['ly', ''],
];

function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** Without the ending of a verb: `running` is `run`. */
function infinitive(word: string): string {
  for (const ending of ['ing', 'ed']) {
    const rest = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || rest.length < 3 || !vowel.test(rest)) continue;
    if (ending === 'ed' && rest.endsWith('e')) continue;
    return doubled.test(rest) ? rest.slice(0, -1) : rest;
  }
  return word;
}

/** The stem of a word in lower case. Words of other scripts, of three letters or fewer, and with digits are their own stems. */
export function stem(word: string): string {
  if (word.length <= 3 || !letters.test(word)) return word;
  let found = infinitive(singular(word));
  for (const [ending, instead] of endings) {
    const rest = found.slice(0, -ending.length);
    if (!found.endsWith(ending) || rest.length < 3 || rest.length + instead.length < 4) continue;
    found = rest + instead;
    break;
  }
  if (found.length > 4 && found.endsWith('e')) found = found.slice(0, -1);
  return found.length > 3 && found.endsWith('y') ? `${found.slice(0, -1)}i` : found;
}
