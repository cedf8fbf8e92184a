/** Parts of a path that lead elsewhere, in every form in which a server or a proxy may come to read them. */

/** Rounds of percent-decoding that are followed: each proxy on the way may do one. */
const maxRounds = 8;

const lenient = new TextDecoder('utf-8');

/** Dots and slashes in more bytes than UTF-8 allows, which careless decoders take (RFC 3629 section 10). */
const overlong: readonly (readonly [RegExp, string])[] = [
  [/%c0%ae|%e0%80%ae|%f0%80%80%ae|%u002e/gi, '.'],
  [/%c0%af|%e0%80%af|%f0%80%80%af|%c1%9c|%u002f|%u005c/gi, '/'],
];

/** `text` with one layer of percent-encoding taken off; bytes that are no UTF-8 become U+FFFD. */
function decodedOnce(text: string): string {
  const plain = overlong.reduce((given, [form, mark]) => given.replace(form, mark), text);
  return plain.replace(/(?:%[0-9a-f]{2})+/gi, run => lenient.decode(Buffer.from(run.replaceAll('%', ''), 'hex')));
}

/** What ends a segment for one reader or another: slashes, parameters (`..;x`), a query, a fragment. */
const ends = /[/\\;?#]/;

/** Control characters, and blanks at the ends: some readers drop them. */
const dropped = /[\u0000-\u001f\u007f-\u009f]|^\s+|(?<!\s)\s+$/gu;

function hasDotSegment(text: string): boolean {
  return text
    .normalize('NFKC')
    .split(ends)
    .some(part => /^\.{1,2}$/.test(part.replace(dropped, '')));
}

/**
 * Whether a filled segment of a path, percent-encoded once, has a part `.` or `..` for anybody on its way who decodes it, once or
 * more often, or who takes `\`, `;`, overlong UTF-8 or full-width forms for what they look like. True also where it is encoded more than
 * eight times.
 */
export function leadsElsewhere(segment: string): boolean {
  let text = segment;
  for (let round = 0; round < maxRounds; round++) {
    if (hasDotSegment(text)) return true;
    const next = decodedOnce(text);
    if (next === text) return false;
    text = next;
  }
  return true;
}
