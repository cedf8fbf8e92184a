/** Tools behind identity, permissions and errors that say no more than they should: token → session → tool → result. */
import { ConfigurationError } from '@mcpgw/gateway';
import type { CallToolRequest, CallToolResult, ServerContext, Transport } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { type Identity, runInSession, type SessionEnvironment } from './session.js';
import { type ArgumentsOf, type InputSchema, type RegisteredTool, registeredTool, type ToolDefinition, type ToolHandler } from './tool.js';
import { errorResult } from './tool-errors.js';

export interface McpServerOptions extends Partial<SessionEnvironment> {
  readonly version?: string;
  /** How to use the tools, for the agent. */
  readonly instructions?: string;
}

/** A server of the Model Context Protocol; see `createMcpServer`. */
export class KitServer {
  readonly name: string;
  readonly #options: McpServerOptions;
  readonly #tools = new Map<string, RegisteredTool>();
  readonly #connected = new Set<Server>();

  constructor(name: string, options: McpServerOptions) {
    this.name = name;
    this.#options = options;
  }

  /**
   * Adds a tool. The handler is a function wrapped with `toolPermission`, and with `contextResult` where its results may be large.
   *
   * @throws TypeError for a name that is taken, or a schema that is not one of an object
   */
  tool<Schema extends InputSchema = Record<never, never>>(
    name: string,
    definition: ToolDefinition<Schema>,
    handler: ToolHandler<ArgumentsOf<Schema>>,
  ): this {
    if (this.#tools.has(name)) throw new TypeError(`There are two tools named '${name}'`);
    this.#tools.set(name, registeredTool(name, definition, handler));
    return this;
  }

  /**
   * Serves one connection of this process: in memory, or stdio.
   *
   * @throws ConfigurationError naming every tool that declares no permission
   */
  async connect(transport: Transport, identity: Identity): Promise<void> {
    this.#checkTools();
    const server = this.#serverFor(identity);
    this.#connected.add(server);
    await server.connect(transport);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connected].map(server => server.close()));
    this.#connected.clear();
  }

  #checkTools(): void {
    const undeclared = [...this.#tools].filter(([, tool]) => !tool.permissions);
    if (undeclared.length === 0) return;
    const message = 'declares no permission: wrap its function in toolPermission(READ), (WRITE) or (CONNECT)';
    throw new ConfigurationError(undeclared.map(([name]) => ({ path: ['tools', name], message: `Tool '${name}' ${message}` })));
  }

  #serverFor(identity: Identity): Server {
    const { version = '0.0.0', instructions } = this.#options;
    const server = new Server(
      { name: this.name, version },
      { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [...this.#tools.values()].map(tool => tool.listed) }));
    server.setRequestHandler('tools/call', ({ params }, context) => this.#call(identity, params, context));
    return server;
  }

  async #call(identity: Identity, params: CallToolRequest['params'], context: ServerContext): Promise<CallToolResult> {
    const tool = this.#tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return runInSession({ ...identity, ...(this.#options as SessionEnvironment) }, async () => {
      try {
        const result = await tool.handler(await tool.parse(params.arguments ?? {}), context);
        return typeof result === 'string' ? { content: [{ type: 'text', text: result }] } : result;
      } catch (error) {
        return errorResult(error);
      }
    });
  }
}

/** A server to add tools to. */
export function createMcpServer(name: string, options: McpServerOptions = {}): KitServer {
  return new KitServer(name, options);
}
