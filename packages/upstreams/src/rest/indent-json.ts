/** Characters that end a run that is copied unchanged. */
const structural = /["{}[\],:\s]/g;

function endOfString(json: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const c = json[at];
    if (c === '\\') at++;
    else if (c === '"' || c === undefined) return at + 1;
  }
}

/** Behind the bracket that closes an empty list or object; behind the opening one where there are members. */
function endOfEmpty(json: string, start: number): number {
  const next = /\S/g;
  next.lastIndex = start + 1;
  const found = next.exec(json)?.[0];
  return found === '}' || found === ']' ? next.lastIndex : start + 1;
}

function endOfWord(json: string, start: number): number {
  structural.lastIndex = start;
  return structural.exec(json)?.index ?? json.length;
}

/** How much longer than its source the indented text may be: deep nesting multiplies spaces. */
const maxGrowth = 4;
const freeLength = 64 * 1024;

/**
 * Valid JSON, indented by two spaces as `JSON.stringify(value, null, 2)` would. Every token stays as it is written, so that
 * numbers beyond JavaScript's own keep their digits. Text that would grow to many times its length stays as it is.
 */
export function indentJson(json: string): string {
  const parts: string[] = [];
  let depth = 0;
  let spaces = 0;
  const most = Math.max(freeLength, json.length * maxGrowth);
  const newline = () => {
    spaces += 1 + 2 * depth;
    parts.push('\n', '  '.repeat(depth));
  };
  for (let at = 0; at < json.length && spaces <= most; ) {
    const c = json[at]!;
    let end = at + 1;
    if (c === '"') end = endOfString(json, at);
    else if (c === '{' || c === '[') end = endOfEmpty(json, at);
    else if (!/[\]},:\s]/.test(c)) end = endOfWord(json, at);
    if (c === '}' || c === ']') {
      depth--;
      newline();
    }
    if (c === ':') parts.push(': ');
    else if (end > at + 1 && (c === '{' || c === '[')) parts.push(c === '{' ? '{}' : '[]');
    else if (!/\s/.test(c)) parts.push(json.slice(at, end));
    if (c === ',') newline();
    if ((c === '{' || c === '[') && end === at + 1) {
      depth++;
      newline();
    }
    at = end;
  }
  return spaces <= most ? parts.join('') : json;
}
