const width = 140;

/** Prints JSON for readers: two spaces per level, and values on one line if they fit. */
export function printJson(value: unknown): string {
  return `${print(JSON.parse(JSON.stringify(value)), '', 0)}\n`;
}

/** Prints a value of plain JSON; `taken` is the number of characters before it on the line. */
function print(value: unknown, indent: string, taken: number): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts: readonly (readonly [label: string, value: unknown])[] = Array.isArray(value)
    ? value.map(item => ['', item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const line = oneLine(value, width - taken);
  if (line !== undefined) return line;
  const inner = `${indent}  `;
  const lines = parts.map(([label, item]) => `${inner}${label}${print(item, inner, inner.length + label.length + 1)}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: object, room: number): string | undefined {
  if (JSON.stringify(value).length > room) return undefined;
  const text = spaced(value);
  return text.length <= room ? text : undefined;
}

function spaced(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
