/** Errors of a call through the strict client. */
import type { CallToolResult } from '@modelcontextprotocol/client';

/**
 * A tool reported that no other arguments will help, so the agent run ends. The strict client also aborts its `signal` with this error, and
 * throws it from every later call, because frameworks that hand a thrown tool error to the model would otherwise continue.
 */
export class AgentRunAborted extends Error {
  override name = 'AgentRunAborted';
  readonly server: string;
  readonly tool: string;

  constructor(server: string, tool: string, message: string) {
    super(message);
    this.server = server;
    this.tool = tool;
  }
}

/** A tool refused its arguments, or failed in another way that the model may work around. Its message is for the model. */
export class RetryableToolError extends Error {
  override name = 'RetryableToolError';
  readonly server: string;
  readonly tool: string;
  readonly result: CallToolResult;

  constructor(server: string, tool: string, result: CallToolResult) {
    super(textOf(result) || 'the tool failed and did not say why');
    this.server = server;
    this.tool = tool;
    this.result = result;
  }
}

/** The text of a result, its parts joined by newlines; empty if it has none. */
export function textOf(result: CallToolResult): string {
  return result.content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n');
}
