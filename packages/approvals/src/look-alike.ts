/** Detects names that imitate others. */

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

/** Scripts that are commonly written together. */
const together: ReadonlySet<string> = new Set(['Han', 'Hiragana', 'Katakana', 'Hangul']);

/** Letters of other scripts that look like Latin ones; all of Cherokee and Coptic, most of whose letters do. */
const looksLatin =
  /^(?:[асеорхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅԚԜ]+|[οαεινρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+|[օսոհցզքԼՕՍՏ]+|\p{Script=Cherokee}+|\p{Script=Coptic}+)$/u;

const isCommon = /\p{Script=Common}|\p{Script=Inherited}/u;

/** The script of a character outside of `scripts`, by an example: names of tools rarely use these scripts. */
function unusual(name: string): string | undefined {
  return [...name].find(char => !isCommon.test(char) && !patterns.some(([, pattern]) => pattern.test(char)));
}

/** Latin letters outside of ASCII that have no removable mark. */
const ownLetters = /[ßæøœðþłđħŋ]/iu;

const hasNumber = (char: string): string => `${char} (U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`;

/** A Latin letter that looks like one of ASCII (dotless i, script g), or a mark that looks like one of ASCII (a long hyphen, a colon). */
function drawnAsAscii(name: string, isTogether: boolean): string | undefined {
  return [...name.normalize('NFD')].find(char => {
    if (char <= '\x7f' || /\p{M}/u.test(char)) return false;
    if (patterns[0]![1].test(char)) return !ownLetters.test(char);
    return isCommon.test(char) && /[\p{P}\p{S}\p{L}\p{Zs}]/u.test(char) && !isTogether;
  });
}

/**
 * A warning about a name for the reviewer: that it mixes scripts, in which a Cyrillic `а` cannot be told from a Latin
 * `a`, or is written with letters that only look like those of ASCII. Undefined if there is no warning.
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
