/** What an agent reads of an error. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ToolError } from './errors.js';

export function errorResult(error: unknown): CallToolResult {
  const text = error instanceof ToolError ? error.message : 'Internal error';
  return { isError: true, content: [{ type: 'text', text }] };
}
