/**
 * Fast path of `readHead` (docs/adr/0056-fast-paths.md): whether Helm reads the same head from two manifests that differ little. The
 * manifests of many environments differ in a few values.
 */

/**
 * An item or a pair on one line, whose value is plain, double-quoted or single-quoted. Other values are not handled. A line that looks like
 * an entry may belong to a longer text, so the quotes must not contain anything that would end a plain text.
 */
const entry =
  /^( *(?:(?:- )?(?:[\w./@-]{1,200}|"[\w./@-]{1,200}"):|-) )(?:([A-Za-z][\w./@-]*|\d{1,15}|\d{1,6}(?:\.\d{1,6}){1,3}|[1-9][\d.]*[a-df-zA-DF-Z][\w./@-]*)|("(?:[^"'\\\n#:]|:(?! ))*")|'(?:[^"'\\\n#:]|:(?! ))*')$/;
const topKey = /^"?([\w./@-]{1,200})"?:(?: |$)/;
const headKeys = new Set(['APIVERSION', 'KIND', 'METADATA']);

/** The number of characters compared at once. */
const chunk = 200;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Whether two lines have the same key, or are both items, at the same position and with values of the same style. */
function differInValue(before: string, after: string): boolean {
  const [, first, plainFirst, quotedFirst] = entry.exec(before) ?? [];
  const [, second, plainSecond, quotedSecond] = entry.exec(after) ?? [];
  const sameStyle =
    (plainFirst === undefined) === (plainSecond === undefined) && (quotedFirst === undefined) === (quotedSecond === undefined);
  return first !== undefined && first === second && sameStyle;
}

/** Whether the line that starts here is, or may be, in the head. The last unindented line before it decides. */
function isInHead(text: string, lineStart: number): boolean {
  let start = lineStart;
  while (start > 1 && ' #-\n'.includes(text[start]!)) start = text.lastIndexOf('\n', start - 2) + 1;
  const key = topKey.exec(text.slice(start, lineEnd(text, start)))?.[1];
  return key === undefined || headKeys.has(key.toUpperCase());
}

/**
 * Returns true only if `after` is a manifest whenever `before` is one, with the same apiVersion, kind, name and annotations. Outside these,
 * only values may differ, from one text or number to another, each on its own line. `false` means unknown.
 */
export function hasSameHead(before: string, after: string): boolean {
  let at = 0;
  for (let shift = 0; ; ) {
    while (at + chunk <= before.length && before.slice(at, at + chunk) === after.slice(at + shift, at + shift + chunk)) at += chunk;
    while (at < before.length && before.charCodeAt(at) === after.charCodeAt(at + shift)) at++;
    if (at === before.length && at + shift === after.length) return true;
    const start = at === 0 ? 0 : before.lastIndexOf('\n', at - 1) + 1;
    const end = lineEnd(before, at);
    const afterEnd = lineEnd(after, at + shift);
    if (at === end && at + shift === afterEnd) return false;
    if (isInHead(before, start) || !differInValue(before.slice(start, end), after.slice(start + shift, afterEnd))) return false;
    at = end;
    shift = afterEnd - end;
  }
}
