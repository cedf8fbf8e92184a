/** Finds duplicate names in a JSON object: parsers differ in which one they use, so a token could mean two things. */

interface Walk {
  /** The end of the string that begins at `from`, including its quote. */
  readonly end: number;
  readonly value: string;
}

function stringAt(text: string, from: number): Walk {
  let end = from + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return { end: end + 1, value: JSON.parse(text.slice(from, end + 1)) as string };
}

const space = /\s*/y;

function isName(text: string, end: number): boolean {
  space.lastIndex = end;
  space.exec(text);
  return text[space.lastIndex] === ':';
}

/** A name that occurs twice in one object anywhere in `text`, which is valid JSON; undefined if there is none. */
export function duplicateKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '{' || char === '[') open.push(new Set());
    if (char === '}' || char === ']') open.pop();
    if (char !== '"') {
      at++;
      continue;
    }
    const { end, value } = stringAt(text, at);
    const names = open.at(-1);
    if (names && isName(text, end)) {
      if (names.has(value)) return value;
      names.add(value);
    }
    at = end;
  }
  return undefined;
}
