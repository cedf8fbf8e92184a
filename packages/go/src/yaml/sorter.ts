/** The order of mapping keys. Behavior: keyList.Less of sorter.go, go.yaml.in/yaml/v2 v2.4.3 and, if `v3` is set, v3 v3.0.4. */
function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return /^\p{L}$/u.test(String.fromCodePoint(code));
}

function isDigit(code: number): boolean {
  if (code < 128) return code >= 48 && code <= 57;
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}

/** []rune(text): a byte that is not UTF-8 is U+FFFD. */
const runesOf = (text: string): number[] =>
  Array.from(text, char => (char.length === 1 && char >= '\ud800' && char <= '\udfff' ? 0xfffd : char.codePointAt(0)!));

/** The number that starts at `from`, wrapped to int64 as in Go's arithmetic, and its end. */
function numberAt(runes: readonly number[], from: number, seed: number): { value: bigint; end: number } {
  let value = BigInt(seed);
  let end = from;
  for (; end < runes.length && isDigit(runes[end]!); end++) value = BigInt.asIntN(64, value * 10n + BigInt(runes[end]! - 48));
  return { value, end };
}

/** 1 if the digits before `at` contain one that is not zero, so that zeros at `at` are not leading zeros. */
function seedAt(a: readonly number[], b: readonly number[], at: number): number {
  if (a[at] !== 48 && b[at] !== 48) return 0;
  for (let j = at - 1; j >= 0 && isDigit(a[j]!); j--) if (a[j] !== 48) return 1;
  return 0;
}

function lessAt(a: readonly number[], b: readonly number[], at: number, v3: boolean): boolean {
  const aLetter = isLetter(a[at]!);
  const bLetter = isLetter(b[at]!);
  if (aLetter && bLetter) return a[at]! < b[at]!;
  if (aLetter || bLetter) return v3 && at > 0 && isDigit(a[at - 1]!) ? aLetter : bLetter;
  const seed = seedAt(a, b, at);
  const x = numberAt(a, at, seed);
  const y = numberAt(b, at, seed);
  if (x.value !== y.value) return x.value < y.value;
  if (x.end !== y.end) return x.end < y.end;
  return a[at]! < b[at]!;
}

/** The number of digits that a double represents exactly. */
const maxDigits = 15;

/** The end of the run of ASCII digits at `from`. */
function digitsEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++;
  return end;
}

/** Whether all relevant characters are ASCII and no number is too long for a double. */
function isSimple(a: string, b: string, start: number, aEnd: number, bEnd: number): boolean {
  const before = start === 0 ? 0 : a.charCodeAt(start - 1);
  const short = aEnd - start <= maxDigits && bEnd - start <= maxDigits;
  return short && before < 128 && !(a.charCodeAt(aEnd) >= 128) && !(b.charCodeAt(bEnd) >= 128);
}

/** Like `lessAt` at the first difference, `i`, for ASCII; undefined if it cannot decide. */
function lessAscii(a: string, b: string, i: number, v3: boolean): boolean | undefined {
  const x = a.charCodeAt(i);
  const y = b.charCodeAt(i);
  const aEnd = digitsEnd(a, i);
  const bEnd = digitsEnd(b, i);
  if (x >= 128 || y >= 128 || !isSimple(a, b, i, aEnd, bEnd)) return undefined;
  const aLetter = isLetter(x);
  const bLetter = isLetter(y);
  if (aLetter && bLetter) return x < y;
  const afterDigit = i > 0 && isDigit(a.charCodeAt(i - 1));
  if (aLetter || bLetter) return v3 && afterDigit ? aLetter : bLetter;
  if (afterDigit && (x === 48 || y === 48)) return undefined;
  const difference = Number(a.slice(i, aEnd)) - Number(b.slice(i, bEnd));
  if (difference !== 0) return difference < 0;
  return aEnd === bEnd ? x < y : aEnd < bEnd;
}

function less(a: string, b: string, v3: boolean): boolean {
  const length = Math.min(a.length, b.length);
  let i = 0;
  while (i < length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === length) return a.length < b.length;
  const simple = lessAscii(a, b, i, v3);
  if (simple !== undefined) return simple;
  const aRunes = runesOf(a);
  const bRunes = runesOf(b);
  let at = 0;
  while (at < aRunes.length && aRunes[at] === bRunes[at]) at++;
  if (at === aRunes.length || at === bRunes.length) return aRunes.length < bRunes.length;
  return lessAt(aRunes, bRunes, at, v3);
}

/** Compares different keys for `Array.prototype.sort`. */
export const compareKeys =
  (v3: boolean) =>
  (a: string, b: string): number =>
    less(a, b, v3) ? -1 : 1;
