/** The common interface of the clients of this package. */
import type {
  CallToolResult,
  GetPromptRequest,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  LoggingLevel,
  ReadResourceResult,
  RequestOptions,
  Tool,
} from '@modelcontextprotocol/client';

/** A message of a server's log. */
export interface ServerLog {
  /** Name of the server in the configuration. */
  readonly server: string;
  readonly level: LoggingLevel;
  readonly logger?: string;
  readonly data: unknown;
}

export interface McpClient {
  /** Name of the server in the configuration. */
  readonly name: string;
  /** Aborts with AgentRunAborted when a tool fails fatally. Give it to the agent run: `generateText({abortSignal})` and the like. */
  readonly signal: AbortSignal;
  /** Connects. @throws the error of the connection; nothing stays open then */
  open(): Promise<void>;
  /** Closes the client; it can be opened again. */
  close(): Promise<void>;
  listTools(options?: RequestOptions): Promise<Tool[]>;
  /** @throws AgentRunAborted for a fatal tool error, RetryableToolError for any other one, and what the SDK throws otherwise */
  callTool(name: string, args?: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<CallToolResult>;
  listResources(options?: RequestOptions): Promise<ListResourcesResult['resources']>;
  readResource(uri: string, options?: RequestOptions): Promise<ReadResourceResult>;
  listPrompts(options?: RequestOptions): Promise<ListPromptsResult['prompts']>;
  getPrompt(params: GetPromptRequest['params'], options?: RequestOptions): Promise<GetPromptResult>;
}
