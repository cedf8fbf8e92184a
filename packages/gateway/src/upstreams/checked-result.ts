import { safeText } from '@mcpgw/loader';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { UpstreamFailure } from '../failures/gateway-failure.js';
import { checkToolResult } from '../sources/check-tool-result.js';
import type { SourceTool } from '../sources/source.js';
import { resultFault } from './answer-schema.js';

/**
 * A result of a server of `revision` that may be passed on; one that asks the client for input (2026-07-28) is none yet.
 * @throws UpstreamFailure mode `invalid_response` where it breaks the protocol; what `checkToolResult` throws
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
