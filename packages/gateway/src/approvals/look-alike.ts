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

/** Letters that are shown as others are: full-width and mathematical forms of Latin letters, for two. */
const compatible = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}\u2100-\u214f]/u;

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
  return compatible.test(name) ? 'its name has letters that only look like those of ASCII' : undefined;
}
