/** Tools behind identity, permissions and safe error texts: token → session → permissions → tool → result. */
import { inspect } from 'node:util';
import { AuthError } from '@mcpgw/access';
import { logText, visible } from '@mcpgw/diagnostics';
import { ConfigurationError } from '@mcpgw/mcp-config';
import { portableProblem } from '@mcpgw/names';
import type { CallToolRequest, CallToolResult, ServerContext, Tool, Transport } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Authenticator, type AuthOptions } from './auth.js';
import { type StorageOptions, sessionEnvironment } from './environment.js';
import { ToolPermissionError } from './errors.js';
import { type InstanceRole, instanceOf, normalInstanceRefusal } from './instance.js';
import type { HttpServing } from './node-http.js';
import { CONNECT, type ToolPermission, toolPermissions } from './permissions.js';
import { privateData } from './private-data.js';
import { withinLimits } from './result-limits.js';
import { HttpFace, type HttpOptions, serveHttp } from './serve-http.js';
import { type Identity, runInSession, type Session, type SessionEnvironment } from './session.js';
import { type ArgumentsOf, type InputSchema, type RegisteredTool, registeredTool, type ToolDefinition, type ToolHandler } from './tool.js';
import { errorResult, type UnexpectedError } from './tool-errors.js';

export interface McpServerOptions extends StorageOptions {
  readonly version?: string;
  /** Instructions for the agent about the tools. */
  readonly instructions?: string;
  /** How tokens are checked; HTTP is not served without it. */
  readonly auth?: AuthOptions;
  /** Permissions of this server's tools; tools that need more are neither listed nor run. Default: all. */
  readonly permissions?: readonly ToolPermission[];
  /**
   * Which of two instances of one server this is (ADR 0023); the normal one refuses every call of a session that holds private data,
   * which the isolated one serves. Default: the variable MCP_INSTANCE; without either, there is only one instance.
   */
  readonly instance?: InstanceRole;
  /** Receives errors that are not a ToolError, and those of the transport. Default: prints to stderr. */
  readonly onError?: (error: unknown, unexpected?: UnexpectedError) => void;
}

/** The identity of a connection of this process, or a token that is checked on every call. */
export type Credentials = Identity | { readonly token: string };

function toStderr(error: unknown, unexpected?: UnexpectedError): void {
  const where = unexpected ? `tool ${unexpected.tool}, reference ${unexpected.reference}` : 'server';
  // An error may quote text of a client: it must neither control the terminal that shows the log nor look like another log entry.
  console.error(logText(`[${visible(where)}] ${inspect(error).replaceAll('\n', '\n  ')}`));
}

/** A server of the Model Context Protocol; made by `createMcpServer`. */
export class KitServer {
  readonly name: string;
  readonly #options: McpServerOptions;
  readonly #authenticator: Authenticator | undefined;
  readonly #granted: ReadonlySet<ToolPermission>;
  readonly #instance: InstanceRole | undefined;
  readonly #report: (error: unknown, unexpected?: UnexpectedError) => void;
  readonly #tools = new Map<string, RegisteredTool>();
  readonly #open = new Set<{ close(): Promise<void> }>();
  #environment: SessionEnvironment | undefined;

  constructor(name: string, options: McpServerOptions) {
    this.name = name;
    this.#options = options;
    this.#authenticator = options.auth && new Authenticator(options.auth);
    this.#granted = new Set(options.permissions ?? toolPermissions);
    this.#instance = instanceOf(options.instance ?? process.env.MCP_INSTANCE);
    this.#report = options.onError ?? toStderr;
  }

  /**
   * Adds a tool. The handler is a function wrapped with `toolPermission`. The limits of the default context preset apply to
   * results; `contextResult` chooses other limits. A warning of the process with the code `MCPGW_TOOL_NAME` tells of a name that some
   * clients refuse: they accept letters, digits, `_` and `-`, at most 64, and no digit or `-` at the beginning.
   *
   * @throws TypeError for a duplicate name, or a schema that does not describe an object
   */
  tool<Schema extends InputSchema = Record<never, never>>(
    name: string,
    definition: ToolDefinition<Schema>,
    handler: ToolHandler<ArgumentsOf<Schema>>,
  ): this {
    if (this.#tools.has(name)) throw new TypeError(`There are two tools named '${name}'`);
    this.#tools.set(name, registeredTool(name, definition, handler));
    const problem = portableProblem(name);
    if (problem !== undefined) process.emitWarning(`The name of the tool '${name}' ${problem}`, { code: 'MCPGW_TOOL_NAME' });
    return this;
  }

  /**
   * Serves one connection of this process, in memory or on stdio, in both eras of the protocol. Without `credentials` each message must
   * bring a token, as the `authInfo` of an in-memory transport; this works up to 2025-11-25.
   *
   * @throws ConfigurationError naming every tool that declares no permission, or folders that cannot be used
   */
  async connect(transport: Transport, credentials?: Credentials): Promise<void> {
    this.#start();
    const newServer = () => this.#serverFor(context => this.#identify(context, credentials));
    const connection = credentials ? serveStdio(newServer, { transport, onerror: this.#report }) : newServer();
    this.#open.add(connection);
    // The SDK's entry for both eras drops the authInfo of messages.
    if (connection instanceof Server) await connection.connect(transport);
    const onclose = transport.onclose;
    transport.onclose = () => {
      this.#open.delete(connection);
      onclose?.();
    };
  }

  /**
   * Serves HTTP, on this machine only unless `host` says otherwise. Every request needs a token.
   *
   * @throws ConfigurationError as `connect` does, and without `auth`; Error of the system, such as a port in use
   */
  async serveHttp(options: HttpOptions = {}): Promise<HttpServing> {
    this.#start();
    if (!this.#authenticator)
      throw new ConfigurationError([{ path: ['auth'], message: 'is needed to serve HTTP: there is no default user' }]);
    const face = new HttpFace(this.#authenticator, identity => this.#serverFor(async () => identity), this.#report, options.publicUrl);
    const serving = await serveHttp(face, options, this.#report);
    const close = async (drainMs?: number) => {
      this.#open.delete(entry);
      await serving.close(drainMs);
      await face.close();
    };
    const entry = { close };
    this.#open.add(entry);
    if (options.closeOnSignals) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
    return { ...serving, close };
  }

  /** Closes all connections and listeners. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map(one => one.close()));
  }

  /** Checks the configuration of the complete server. */
  #start(): SessionEnvironment {
    const undeclared = [...this.#tools].filter(([, tool]) => !tool.permissions);
    if (undeclared.length > 0) {
      const fix = 'wrap its function in toolPermission(READ), toolPermission(WRITE) or toolPermission(CONNECT)';
      throw new ConfigurationError(
        undeclared.map(([name]) => ({ path: ['tools', name], message: `Tool '${name}' declares no permission: ${fix}` })),
      );
    }
    this.#environment ??= sessionEnvironment(this.#options, process.env);
    return this.#environment;
  }

  async #identify(context: ServerContext, credentials: Credentials | undefined): Promise<Identity> {
    if (credentials && 'userId' in credentials) return credentials;
    const token = credentials?.token ?? context.http?.authInfo?.token;
    try {
      if (!this.#authenticator) throw new AuthError('missing', 'A user and a session are required');
      return await this.#authenticator.verify(token);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `Unauthorized: ${error.message}`, { problem: error.problem });
    }
  }

  #serverFor(identify: (context: ServerContext) => Promise<Identity>): Server {
    const { version = '0.0.0', instructions } = this.#options;
    const server = new Server(
      { name: this.name, version },
      { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
    );
    server.setRequestHandler('tools/list', async (_request, context) => {
      await identify(context);
      return { tools: this.#listed() };
    });
    server.setRequestHandler('tools/call', async ({ params }, context) => this.#call(await identify(context), params, context));
    return server;
  }

  #missing({ permissions }: RegisteredTool): ToolPermission[] {
    return [...(permissions ?? [])].filter(permission => !this.#granted.has(permission));
  }

  #listed(): Tool[] {
    return [...this.#tools.values()].filter(tool => this.#missing(tool).length === 0).map(tool => tool.listed);
  }

  #call({ userId, sessionId }: Identity, params: CallToolRequest['params'], context: ServerContext): Promise<CallToolResult> {
    const tool = this.#tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const session: Session = { userId, sessionId, ...this.#start() };
    return runInSession(session, async () => {
      try {
        return await withinLimits(
          await this.#run(tool, params.arguments ?? {}, context),
          params.name,
          tool.listed.outputSchema !== undefined,
        );
      } catch (error) {
        const failed = errorResult(error, params.name, session, unexpected => this.#report(unexpected.error, unexpected));
        return withinLimits(failed, params.name, false);
      }
    });
  }

  async #run(tool: RegisteredTool, args: unknown, context: ServerContext): Promise<CallToolResult> {
    const { name } = tool.listed;
    const missing = this.#missing(tool);
    if (missing.length > 0) throw new ToolPermissionError(`Tool '${name}' requires ${missing.join(', ')}`);
    const parsed = await tool.parse(args);
    // The last step before the tool runs, so that nothing private enters the session in between.
    const isNormal = this.#instance === 'normal';
    if ((isNormal || tool.permissions?.has(CONNECT)) && (await privateData().hasPrivateData())) {
      if (isNormal) return normalInstanceRefusal();
      throw new ToolPermissionError(`Tool '${name}' blocked: session contains private data`);
    }
    return tool.asResult(await tool.handler(parsed, context));
  }
}

/**
 * Creates a server to which tools are added: `createMcpServer('files', { auth }).tool(...).serveHttp()`.
 *
 * @throws ConfigurationError for an unsafe `auth`, or an unknown instance
 */
export function createMcpServer(name: string, options: McpServerOptions = {}): KitServer {
  return new KitServer(name, options);
}
