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
] as const;

const patterns = scripts.map(name => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);

/** Scripts that are written together. */
const together: ReadonlySet<string> = new Set(['Han', 'Hiragana', 'Katakana', 'Hangul']);

/**
 * What a person should know of a name before they approve it: that it mixes scripts, in which a Cyrillic `а` cannot be told from a Latin
 * `a`, or is written with letters that only look like those of ASCII. Undefined where there is nothing to say.
 */
export function lookAlike(name: string): string | undefined {
  const found = patterns.flatMap(([script, pattern]) => (pattern.test(name) ? [script] : []));
  const mixed = found.filter(script => !together.has(script));
  if (mixed.length > 1 || (mixed.length === 1 && found.length > 1)) return `its name mixes letters of several scripts: ${found.join(', ')}`;
  const hasOther = found.some(script => script !== 'Latin' && !together.has(script));
  if (hasOther && /^[^\p{L}]*(?:[асеорхуіјѕһԁԛԝ]|[οαεινρυχ])+[^\p{L}]*$/iu.test(name))
    return `its name looks like Latin letters and is ${found.join(', ')}`;
  const plain = name.normalize('NFKC');
  if (plain === name) return undefined;
  // Full-width and mathematical letters, ligatures; a letter and its accent written apart.
  return /^[\x20-\x7e]*$/.test(plain)
    ? 'its name has letters that only look like those of ASCII'
    : `its name is another way to write ${plain}`;
}
