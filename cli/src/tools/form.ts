/** A tool as text that people read and compare: its description as it is, and all else as JSON in one order of keys. */
import type { SourceTool } from '@mcpgw/upstreams';
import { isList, isMap, type JsonData } from '../json.js';

/** Longest text of one field, in UTF-16 units. */
const maxText = 1 << 20;

/** The value with the keys of every object in order, so that two texts differ only where values do. */
function sorted(value: JsonData): JsonData {
  if (isList(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(sorted(value as JsonData), null, 2);
  } catch (error) {
    if (error instanceof RangeError) return '(nested too deeply to be shown)';
    throw error;
  }
}

/** Fields in the order in which people read them. */
const first = ['title', 'description', 'annotations', 'inputSchema', 'outputSchema'];

/** Every field of a tool under its name, texts with their own line ends. The name of the tool is not part of it. */
export function formOf(tool: Partial<SourceTool>, only?: readonly string[]): string {
  const fields = tool as Readonly<Record<string, unknown>>;
  const rest = Object.keys(fields)
    .filter(name => !first.includes(name) && name !== 'name')
    .sort();
  const names = [...first, ...rest].filter(name => fields[name] !== undefined && (only === undefined || only.includes(name)));
  return names
    .map(name => {
      const value = fields[name];
      const text = typeof value === 'string' ? value : jsonText(value);
      const shown = text.length > maxText ? `${text.slice(0, maxText)}\n(${text.length - maxText} more characters)` : text;
      return `${name}:\n${shown
        .split('\n')
        .map(line => `  ${line}`)
        .join('\n')}\n`;
    })
    .join('');
}
