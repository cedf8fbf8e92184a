import { UpstreamFailure } from '@mcpgw/failures';
import { safeText } from '@mcpgw/loader';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { checkToolResult } from '../tools/check-tool-result.js';
import type { SourceTool } from '../tools/source.js';
import { resultFault } from './answer-schema.js';

/**
 * Checks a result of a server of `revision`. A result that asks the client for input (2026-07-28) is passed on unchecked.
 * @throws UpstreamFailure (mode `invalid_response`) if it violates the protocol; what `checkToolResult` throws
 */
export function checkedResult(tool: SourceTool, result: Readonly<Record<string, unknown>>, revision: string): CallToolResult {
  if (result.resultType === 'input_required') return result as unknown as CallToolResult;
  const fault = resultFault('tools/call', result, revision);
  if (fault !== undefined) {
    const message = (name: string) => `The result of '${name}' breaks the protocol: ${safeText(fault)}`;
    throw new UpstreamFailure({ mode: 'invalid_response', tool: tool.name, message });
  }
  return checkToolResult(tool, result as CallToolResult);
}
