import type { Finding, Path } from '@mcpgw/diagnostics';
import { rules } from '../rules/index.js';
import { runRules } from '../rules/rule.js';
import { checkShape, headSpan } from '../shape/check.js';
import type { Shape } from '../shape/shape.js';
import { type Entry, entries, get, items, type Node, text as textOf } from '../yaml/node.js';
import { parseYaml } from '../yaml/parse.js';
import { clientConfig, langchainConfig, opencodeConfig, vscodeConfig } from './client-config.js';
import { clientConnection, langchainConnection, opencodeConnection } from './client-connection.js';
import type { Connection } from './connection.js';
import { detectMcpFormat, type McpFormat } from './detect.js';
import { detectServe } from './detect-serve.js';
import { EntryReader } from './entry-reader.js';
import { mcpConfig } from './mcp-config.js';
import { mcpConfigConnection } from './mcp-config-connection.js';
import { mcpServersConfig } from './mcp-servers.js';
import { mcpServersConnection } from './mcp-servers-connection.js';
import type { Env, Expansion, PlaceholderStyle } from './placeholders.js';
import { serveShape } from './serve.js';
import { serveConnection } from './serve-connection.js';

export interface ReadOptions {
  /** The file as the user named it; findings carry it. */
  readonly file: string;
  readonly env: Env;
  /** The format, where it is known; else it is told from the keys. */
  readonly format?: McpFormat;
  /** A field that the files of clients do not know here is a warning, and its entry is read: clients grow fields, and are patient themselves. */
  readonly patient?: boolean;
}

/** The connections that a file names, and everything that is wrong with it. */
export interface Connections {
  readonly connections: readonly Connection[];
  readonly findings: readonly Finding[];
  readonly format?: McpFormat;
}

interface FormatEntry {
  readonly shape: Shape;
  readonly placeholders: PlaceholderStyle;
  /** What an unset variable means: the reader of the file stops, or leaves the text as it is. */
  readonly unset: 'error' | 'warning';
  readonly servers: (root: Node) => readonly { readonly name: string; readonly node: Node; readonly path: Path }[];
  readonly read: (reader: EntryReader) => Connection | undefined;
}

/** These formats know no proxy version. */
const noVersion = '0.0.0';

const named = (key: string) => (root: Node) => entriesOf(get(root, key), [key]);

const formats: Record<McpFormat, FormatEntry> = {
  'mcp-config': { shape: mcpConfig, placeholders: 'scheme', unset: 'error', servers: listed, read: mcpConfigConnection },
  'client-config': {
    shape: clientConfig,
    placeholders: 'shell-default',
    unset: 'warning',
    servers: named('mcpServers'),
    read: clientConnection,
  },
  'vscode-config': { shape: vscodeConfig, placeholders: 'scheme', unset: 'warning', servers: named('servers'), read: clientConnection },
  'opencode-config': { shape: opencodeConfig, placeholders: 'none', unset: 'warning', servers: named('mcp'), read: opencodeConnection },
  'langchain-config': {
    shape: langchainConfig,
    placeholders: 'shell',
    unset: 'warning',
    servers: root => entriesOf(root, []),
    read: langchainConnection,
  },
  'mcp-servers': {
    shape: mcpServersConfig,
    placeholders: 'shell',
    unset: 'error',
    servers: named('mcp_servers'),
    read: mcpServersConnection,
  },
  serve: { shape: serveShape, placeholders: 'scheme', unset: 'error', servers: named('servers'), read: serveConnection },
};

function entriesOf(node: Node | undefined, path: Path) {
  return entries(node).map(({ key, value }: Entry) => ({ name: key, node: value, path: [...path, key] }));
}

function listed(root: Node) {
  return items(get(root, 'mcpServers')).map((node, index) => ({
    name: textOf(get(node, 'name')) ?? '',
    node,
    path: ['mcpServers', index],
  }));
}

/**
 * Reads a list of MCP servers in any of the known formats (JSON or YAML). Entries with an error are left out of
 * `connections`; the caller decides whether findings of severity `error` stop it. Throws nothing.
 */
export function readConnections(text: string, options: ReadOptions): Connections {
  const parsed = parseYaml(text, { file: options.file, dialect: 'core' });
  if (parsed.findings.length > 0) return { connections: [], findings: parsed.findings };
  const root = parsed.documents[0];
  if (root === undefined || parsed.documents.length > 1) return { connections: [], findings: [notOne(parsed.documents, options.file)] };
  return connectionsOf(root, options);
}

/** Like readConnections, for a document that is parsed already. */
export function connectionsOf(root: Node, options: ReadOptions): Connections {
  const format = options.format ?? (detectServe(options.file, root) ? 'serve' : detectMcpFormat(root));
  if (format === undefined) return { connections: [], findings: [unknownFormat(root, options.file)] };
  const entry = formats[format];
  const strict = checkShape(root, entry.shape, { file: options.file, version: noVersion, reader: format });
  const findings = options.patient === true && patient.has(format) ? strict.map(toWarning) : strict;
  const expansion: Expansion = { style: entry.placeholders, env: options.env, file: options.file, unset: entry.unset };
  const connections: Connection[] = [];
  for (const server of entry.servers(root)) {
    const before = findings.filter(finding => finding.severity === 'error' && startsWith(finding.path, server.path)).length;
    const reader = new EntryReader(server.name, server.node, server.path, expansion, findings);
    const connection = entry.read(reader);
    const failed = reader.failed || before > 0;
    if (connection !== undefined && !failed) connections.push(connection);
  }
  findings.push(...runRules(rules, root, format, noVersion, options.file));
  return { connections, findings, format };
}

/** Formats that their programs extend, and read with patience. */
const patient: ReadonlySet<McpFormat> = new Set(['client-config', 'vscode-config', 'opencode-config', 'langchain-config']);

function toWarning(finding: Finding): Finding {
  return finding.rule === 'unknown-field' ? { ...finding, severity: 'warning' } : finding;
}

function startsWith(path: Path | undefined, start: Path): boolean {
  return start.every((step, index) => path?.[index] === step);
}

/** A file that holds no document, or several; points at the second one. */
export function notOne(documents: readonly Node[], file: string): Finding {
  const base = { rule: 'document-count', severity: 'error', file } as const;
  const second = documents[1];
  if (second === undefined) return { ...base, message: 'the file is empty', suggestion: 'fill it, or name another file' };
  const message = `the file holds ${documents.length} documents; one is expected`;
  return { ...base, message, span: headSpan(second), suggestion: 'remove "---", or put each document into a file of its own' };
}

function unknownFormat(root: Node, file: string): Finding {
  return {
    rule: 'unknown-format',
    severity: 'error',
    message: 'no list of MCP servers found',
    file,
    span: root.span,
    suggestion: 'name the servers under "mcpServers" (list or mapping), "servers", "mcp" or "mcp_servers"',
  };
}
