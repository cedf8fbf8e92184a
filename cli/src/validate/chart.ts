import type { RunContext } from './context.js';

/** Checks a chart with its values: schema, unused values, the render, and the rendered objects. */
export function checkChart(_path: string | undefined, _context: RunContext, _valueFiles: readonly string[]): void {}
