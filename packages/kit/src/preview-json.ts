/** A JSON text with fewer items, keys and levels, and shorter strings. */

import { type ContextPreset, previewBudget } from './presets.js';
import { headOf } from './preview-cut.js';

const maxDepth = 5;
const maxString = 200;
const elided = '...';

function shortArray(items: readonly unknown[], depth: number, preset: ContextPreset): unknown[] {
  const { jsonArrayHead: head, jsonArrayTail: tail } = preset;
  const shorten = (item: unknown) => shortened(item, depth + 1, preset);
  const omitted = items.length - head - tail;
  if (omitted <= 0) return items.map(shorten);
  const last = items.slice(items.length - tail);
  return [...items.slice(0, head).map(shorten), `... (${omitted} items omitted) ...`, ...last.map(shorten)];
}

function shortObject(object: object, depth: number, preset: ContextPreset): Record<string, unknown> {
  const entries = Object.entries(object);
  const shown = entries.slice(0, preset.jsonMaxKeys).map(([key, value]) => [key, shortened(value, depth + 1, preset)]);
  const omitted = entries.length - shown.length;
  return Object.fromEntries(omitted > 0 ? [...shown, [`... (${omitted} keys omitted) ...`, elided]] : shown);
}

function shortened(value: unknown, depth: number, preset: ContextPreset): unknown {
  if (depth > maxDepth) return elided;
  if (typeof value === 'string') return value.length > maxString ? `${headOf(value, maxString)}${elided}` : value;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? shortArray(value, depth, preset) : shortObject(value, depth, preset);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text indented by two spaces per level; if it is not JSON, its beginning. */
export function jsonPreview(text: string, preset: ContextPreset): string {
  const value = parsed(text);
  if (value === undefined) return `${headOf(text, previewBudget(preset) - elided.length)}${elided}`;
  return JSON.stringify(shortened(value, 0, preset), null, 2);
}
