/** Names that are made to be taken for others. */

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Cherokee',
  'Georgian',
  'Coptic',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Devanagari',
  'Bengali',
  'Tamil',
] as const;

const patterns = scripts.map(name => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);

/** Scripts that are written together. */
const together: ReadonlySet<string> = new Set(['Han', 'Hiragana', 'Katakana', 'Hangul']);

/** Letters of other scripts that are drawn as Latin ones; all of Cherokee and Coptic, whose letters mostly are. */
const looksLatin =
  /^(?:[асеорхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅԚԜ]+|[οαεινρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+|[օսոհցզքԼՕՍՏ]+|\p{Script=Cherokee}+|\p{Script=Coptic}+)$/u;

const isCommon = /\p{Script=Common}|\p{Script=Inherited}/u;

/** The script of a character that is none of `scripts`, by an example: names of tools are hardly ever written in them. */
function unusual(name: string): string | undefined {
  return [...name].find(char => !isCommon.test(char) && !patterns.some(([, pattern]) => pattern.test(char)));
}

/** Letters that languages with Latin letters write besides those of ASCII, without a mark that could be taken off. */
const ownLetters = /[ßæøœðþłđħŋ]/iu;

const hasNumber = (char: string): string => `${char} (U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`;

/** A Latin letter that is drawn as one of ASCII (dotless i, script g), or a mark that is drawn as one of ASCII (a long hyphen, a colon). */
function drawnAsAscii(name: string, isTogether: boolean): string | undefined {
  return [...name.normalize('NFD')].find(char => {
    if (char <= '\x7f' || /\p{M}/u.test(char)) return false;
    if (patterns[0]![1].test(char)) return !ownLetters.test(char);
    return isCommon.test(char) && /[\p{P}\p{S}\p{L}\p{Zs}]/u.test(char) && !isTogether;
  });
}

/**
 * What a person should know of a name before they approve it: that it mixes scripts, in which a Cyrillic `а` cannot be told from a Latin
 * `a`, or is written with letters that only look like those of ASCII. Undefined where there is nothing to say.
 */
export function lookAlike(name: string): string | undefined {
  const found = patterns.flatMap(([script, pattern]) => (pattern.test(name) ? [script] : []));
  const mixed = found.filter(script => !together.has(script));
  if (mixed.length > 1 || (mixed.length === 1 && found.length > 1)) return `its name mixes letters of several scripts: ${found.join(', ')}`;
  const hasOther = found.some(script => script !== 'Latin' && !together.has(script));
  if (hasOther && looksLatin.test(name.replace(/[^\p{L}]/gu, ''))) return `its name looks like Latin letters and is ${found.join(', ')}`;
  const rare = unusual(name);
  if (rare !== undefined) return `its name has a letter of a script that tools are hardly ever named in: ${hasNumber(rare)}`;
  const plain = name.normalize('NFKC');
  if (plain === name) {
    const drawn = drawnAsAscii(
      name,
      found.some(script => together.has(script)),
    );
    return drawn && `its name has a character that looks like one of ASCII and is another: ${hasNumber(drawn)}`;
  }
  // Full-width and mathematical letters, ligatures; a letter and its accent written apart.
  return /^[\x20-\x7e]*$/.test(plain)
    ? 'its name has letters that only look like those of ASCII'
    : `its name is another way to write ${plain}`;
}
