/** Finds how much of a text encoding/json's Decoder reads for one value if more text follows. */

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const number = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The end (exclusive) of the JSON value at the start of `text`; -1 if there is none. The text in between is not checked. */
export function firstJsonValue(text: string): number {
  let start = 0;
  while (' \t\r\n'.includes(text[start] ?? 'x')) start++;
  const first = text[start];
  if (first === '{' || first === '[') return endOfNested(text, start);
  if (first === '"') return endOfString(text, start);
  literal.lastIndex = start;
  const match = literal.exec(text);
  if (!match) return -1;
  return isCutShort(match[0], text[literal.lastIndex]) ? -1 : literal.lastIndex;
}

/** Whether the value is an incomplete number such as `1.` or `1e` that its next character continues without becoming valid. */
function isCutShort(value: string, next: string | undefined): boolean {
  const parts = number.exec(value);
  if (!parts || next === undefined) return false;
  if (next === '.') return parts[1] === undefined && parts[2] === undefined;
  return (next === 'e' || next === 'E') && parts[2] === undefined;
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return -1;
}

function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    else if (c === '"') {
      i = endOfString(text, i) - 1;
      if (i < 0) return -1;
    }
    if (depth === 0) return i + 1;
  }
  return -1;
}
