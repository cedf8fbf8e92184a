/** Rune classes of Go 1.26 unicode and strconv. */

const alphaNumeric = /^[\p{L}\p{Nd}_]$/u;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Letter, decimal digit or underscore: what a template identifier consists of. */
export function isAlphaNumeric(r: number): boolean {
  if (r < 0x80) return (r >= 97 && r <= 122) || (r >= 65 && r <= 90) || (r >= 48 && r <= 57) || r === 95;
  return alphaNumeric.test(String.fromCodePoint(r));
}

/** unicode.IsPrint and strconv.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space. */
export function isPrint(r: number): boolean {
  if (r < 0x7f) return r >= 0x20;
  return r >= 0xa1 && printable.test(String.fromCodePoint(r));
}
