import type { CallToolResult } from '@modelcontextprotocol/client';
import { UpstreamFailure } from '../failures/gateway-failure.js';
import { checkToolResult } from '../sources/check-tool-result.js';
import type { SourceTool } from '../sources/source.js';

/** A result that may be passed on; one that asks the client for input (2026-07-28) is none yet. @throws UpstreamFailure */
export function checkedResult(tool: SourceTool, result: Readonly<Record<string, unknown>>): CallToolResult {
  if (result.resultType === 'input_required') return result as unknown as CallToolResult;
  if (!Array.isArray(result.content)) {
    const message = (name: string) => `The result of '${name}' has no content`;
    throw new UpstreamFailure({ mode: 'invalid_response', tool: tool.name, message });
  }
  return checkToolResult(tool, result as CallToolResult);
}
