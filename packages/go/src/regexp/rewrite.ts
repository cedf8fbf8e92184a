/**
 * Rewrites the parts of Go 1.26's regexp/syntax that re2js does not accept: several groups with one name, and other spellings of Unicode
 * class names.
 */

/** Quoted text, Unicode classes, escapes and bracketed classes, in which no group can start; otherwise the start of a named group. */
const token = /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]{1,60}\}|\\.|\[\^?\]?(?:\[:\^?\w{0,20}:\]|\\.|[^\]\\])*(?:\]|$)|\(\?P?<(\w+)>/gs;
const inClass = /\\[pP]\{[^}]{1,60}\}|\\./gs;
const property = /^\\([pP])\{(\^?)([^}]+)\}$/;

/**
 * Returns the pattern for re2js, with groups renamed to `g0`, `g1`, ..., and their original names. `isKnown` returns whether re2js has a
 * Unicode class of that name.
 */
export function rewrite(pattern: string, isKnown: (name: string) => boolean): { source: string; names: readonly string[] } {
  const names: string[] = [];
  const source = pattern.replace(token, (all, name: string | undefined) => {
    if (name !== undefined) return `(?<g${names.push(name) - 1}>`;
    if (all.startsWith('[')) return all.replace(inClass, item => rewriteProperty(item, true, isKnown));
    return rewriteProperty(all, false, isKnown);
  });
  return { source, names };
}

function rewriteProperty(text: string, insideClass: boolean, isKnown: (name: string) => boolean): string {
  const match = property.exec(text);
  if (match === null) return text;
  const [, letter, caret, name] = match;
  const canonical = canonicalName(name!);
  if (canonical !== 'Ascii') return isKnown(canonical) ? `\\${letter}{${caret}${canonical}}` : text;
  const posix = (letter === 'P') !== (caret === '^') ? '[:^ascii:]' : '[:ascii:]';
  return insideClass ? posix : `[${posix}]`;
}

const aliases: Readonly<Record<string, string>> = {
  closepunctuation: 'Pe',
  combiningmark: 'M',
  connectorpunctuation: 'Pc',
  control: 'Cc',
  currencysymbol: 'Sc',
  dashpunctuation: 'Pd',
  decimalnumber: 'Nd',
  enclosingmark: 'Me',
  finalpunctuation: 'Pf',
  format: 'Cf',
  initialpunctuation: 'Pi',
  letter: 'L',
  letternumber: 'Nl',
  lineseparator: 'Zl',
  lowercaseletter: 'Ll',
  mark: 'M',
  mathsymbol: 'Sm',
  modifierletter: 'Lm',
  modifiersymbol: 'Sk',
  nonspacingmark: 'Mn',
  number: 'N',
  openpunctuation: 'Ps',
  other: 'C',
  otherletter: 'Lo',
  othernumber: 'No',
  otherpunctuation: 'Po',
  othersymbol: 'So',
  paragraphseparator: 'Zp',
  privateuse: 'Co',
  punctuation: 'P',
  separator: 'Z',
  spaceseparator: 'Zs',
  spacingmark: 'Mc',
  surrogate: 'Cs',
  symbol: 'S',
  titlecaseletter: 'Lt',
  uppercaseletter: 'Lu',
  cntrl: 'Cc',
  digit: 'Nd',
  punct: 'P',
};

/** The name as Go looks it up: without separators, in lower case except for the first letter, with long category names resolved. */
function canonicalName(name: string): string {
  const letters = name.replace(/[ _-]/g, '').toLowerCase();
  return Object.hasOwn(aliases, letters) ? aliases[letters]! : letters.slice(0, 1).toUpperCase() + letters.slice(1);
}
