/** config.yaml → readMcpServers → McpServers: the MCP servers that a project calls and those that it provides. */
import { readFileSync } from 'node:fs';
import { type Finding, LineIndex } from '@mcpgw/diagnostics';
import { type McpServerEntry, readMcpServers, type ServerConfig } from '@mcpgw/mcp-config';
import { decodeFile, type Env } from '@mcpgw/structure';

/** A client entry of `mcp_servers`. */
export interface McpClientConfig {
  readonly name: string;
  readonly url: string;
  /** The same server on the isolated network; a session moves there when private data enters it. */
  readonly urlIsolated?: string;
  /** Timeout of an answer, in seconds. */
  readonly readTimeout: number;
}

/** A server entry of `mcp_servers`: the server's name, its instructions and its port. */
export type McpServerConfig = Omit<McpServerEntry, 'key'>;

/** The configuration cannot be used. `findings` are those of `mcpgw validate`; empty if the file or an entry is missing. */
export class McpConfigError extends Error {
  override name = 'McpConfigError';
  readonly findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[] = [], cause?: unknown) {
    super(message, { cause });
    this.findings = findings;
  }
}

/** The entries of one config.yaml by name. */
export class McpServers {
  readonly #clients: ReadonlyMap<string, McpClientConfig>;
  readonly #servers: ReadonlyMap<string, McpServerConfig>;

  constructor(clients: ReadonlyMap<string, McpClientConfig>, servers: ReadonlyMap<string, McpServerConfig>) {
    this.#clients = clients;
    this.#servers = servers;
  }

  /** Names of all entries, clients first. */
  get names(): string[] {
    return [...this.#clients.keys(), ...this.#servers.keys()];
  }

  /** @throws McpConfigError if `name` is not a client entry */
  client(name: string): McpClientConfig {
    return this.#clients.get(name) ?? this.#missing(name, 'client', this.#servers.has(name));
  }

  /** @throws McpConfigError if `name` is not a server entry */
  server(name: string): McpServerConfig {
    return this.#servers.get(name) ?? this.#missing(name, 'server', this.#clients.has(name));
  }

  #missing(name: string, type: 'client' | 'server', other: boolean): never {
    const otherType = type === 'client' ? 'server' : 'client';
    throw new McpConfigError(
      other
        ? `MCP config '${name}' is not a ${type} config (type=${otherType})`
        : `MCP config '${name}' not found. Available: [${this.names.join(', ')}]`,
    );
  }
}

export interface LoadMcpServersOptions {
  /** The values of `${VAR}`; the environment of the process by default. */
  readonly env?: Env;
}

/**
 * Reads `mcp_servers` of a config.yaml with the reader of `mcpgw validate`. Unlike the documents that the format comes from, an
 * unset `${VAR}` is an error, as is every other finding of that severity.
 *
 * @throws McpConfigError with one line per finding: file, line, column, the error, and the fix
 */
export function loadMcpServers(path: string, { env = process.env }: LoadMcpServersOptions = {}): McpServers {
  const text = textOf(path);
  const { clients, servers, findings } = readMcpServers(text, { file: path, env });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new McpConfigError(describe(errors, text, path), errors);
  return new McpServers(
    new Map(clients.map(client => [client.name, clientConfig(client)])),
    new Map(servers.map(({ key, ...server }) => [key, server])),
  );
}

function textOf(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new McpConfigError(`${path} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}`, [], cause);
  }
  const { text, findings } = decodeFile(bytes, path);
  if (findings.length > 0) throw new McpConfigError(describe(findings, text, path), findings);
  return text;
}

function clientConfig({ name, connection, callTimeoutMs = 60_000 }: ServerConfig): McpClientConfig {
  const { url, urlIsolated } = 'url' in connection ? connection : { url: '' };
  return { name, url, readTimeout: callTimeoutMs / 1000, ...(urlIsolated !== undefined && { urlIsolated }) };
}

function describe(findings: readonly Finding[], text: string, path: string): string {
  const index = new LineIndex(text);
  return findings.map(({ span, message, suggestion }) => `${place(span, index, path)}: ${message}${hint(suggestion)}`).join('\n');
}

function place(span: Finding['span'], index: LineIndex, path: string): string {
  if (span === undefined) return path;
  const { line, column } = index.position(span.start);
  return `${path}:${line}:${column}`;
}

const hint = (suggestion: string | undefined): string => (suggestion === undefined ? '' : ` (${suggestion})`);
