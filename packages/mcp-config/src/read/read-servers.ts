import type { Finding, Path } from '@mcpgw/diagnostics';
import {
  type Entry,
  type Env,
  entries,
  get,
  items,
  type KeptParts,
  type Node,
  partList,
  runRules,
  text as textOf,
  withoutRepeats,
} from '@mcpgw/structure';
import type { McpFormat } from '../formats/detect.js';
import { dialects, type Expansion, type Resolve } from '../formats/placeholders.js';
import { acrossServers } from '../rules/across-servers.js';
import { serverRules } from '../rules/index.js';
import { pathOfServers } from '../rules/mcp-servers-of.js';
import { checkPublished, settled } from '../schema/check.js';
import type { OpenRefusal } from '../schema/explain.js';
import { readClientEntry, readLangchainEntry, readOpencodeEntry } from './client-entry.js';
import { EntryReader } from './entry-reader.js';
import { isolationOf } from './isolation.js';
import { readMcpConfigEntry } from './mcp-config-entry.js';
import { readMcpServersEntry } from './mcp-servers-entry.js';
import { formatOf, readDocument } from './read-document.js';
import { readServeEntry } from './serve-entry.js';
import type { ServerEntry } from './server-config.js';
import { listFormSettings, ofListForm, unsupportedFindings } from './unsupported.js';

export interface ReadServersOptions {
  /** The name of the file as the user gave it, for findings. */
  readonly file: string;
  readonly env: Env;
  /** How far placeholders are resolved. Default: `all`, because the servers are used. */
  readonly resolve?: Resolve;
  /** The format, if known. Default: detected from the keys. */
  readonly format?: McpFormat;
  /** The servers are for `mcpgw serve`: features of a client that it does not support are findings. */
  readonly forServe?: boolean;
  /** The names of unsupported settings that may be ignored. */
  readonly allowUnsupported?: readonly string[];
  /** `isolation` of a gateway.yaml that names the file. */
  readonly isolation?: Node | undefined;
  /** The text, and what is known of the servers of an earlier text of the file. */
  readonly kept?: { readonly text: string; readonly parts: KeptParts } | undefined;
}

/** The servers of a file, and all findings about it. */
export interface ServerList {
  readonly servers: readonly ServerEntry[];
  readonly findings: readonly Finding[];
  readonly format?: McpFormat;
}

interface FormatEntry {
  readonly servers: (root: Node) => readonly { readonly name: string; readonly node: Node; readonly path: Path }[];
  readonly read: (reader: EntryReader) => ServerEntry | undefined;
}

/** These formats do not depend on the version of the proxy. */
const noVersion = '0.0.0';

const named = (key: string) => (root: Node) => entriesOf(get(root, key), [key]);

const formats: Record<McpFormat, FormatEntry> = {
  'mcp-config': { servers: listed, read: readMcpConfigEntry },
  'client-config': { servers: named('mcpServers'), read: readClientEntry },
  'vscode-config': { servers: named('servers'), read: readClientEntry },
  'opencode-config': { servers: named('mcp'), read: readOpencodeEntry },
  'langchain-config': { servers: root => entriesOf(root, []), read: readLangchainEntry },
  'mcp-servers': { servers: named('mcp_servers'), read: readMcpServersEntry },
  serve: { servers: named('servers'), read: readServeEntry },
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
 * Reads a list of MCP servers in any of the known formats (JSON or YAML). Entries with an error are left out of `servers`; the caller
 * decides whether findings of severity `error` are fatal. It never throws.
 */
export function readServers(text: string, options: ReadServersOptions): ServerList {
  const { root, format, findings } = readDocument(text, options.file, options.format);
  if (root === undefined) return { servers: [], findings };
  const read = serversOf(root, { ...options, ...(format !== undefined && { format }) });
  return { ...read, findings: withoutRepeats([...findings, ...read.findings]) };
}

/** Like `readServers`, for a parsed document. */
export function serversOf(root: Node, options: ReadServersOptions): ServerList {
  const { open, ...read } = openServersOf(root, options);
  return { ...read, findings: settled(read.findings, open) };
}

/** Like `serversOf`, for callers that add findings. `open` lists what the schema refuses and no finding explains yet. */
export function openServersOf(root: Node, options: ReadServersOptions): ServerList & { readonly open: readonly OpenRefusal[] } {
  const format = options.format ?? formatOf(root, options.file);
  if (format === undefined) return { servers: [], findings: [unknownFormat(root, options.file)], open: [] };
  const entry = formats[format];
  const { findings, open } = schemaFindings(root, format, options);
  const expansion: Expansion = { dialect: dialects[format], env: options.env, file: options.file, resolve: options.resolve ?? 'all' };
  const defaults = isolationSections(root, format, options, expansion, findings);
  const servers: ServerEntry[] = [];
  for (const server of entry.servers(root)) {
    const before = findings.some(finding => finding.severity === 'error' && startsWith(finding.path, server.path));
    const reader = new EntryReader(server.name, server.node, server.path, expansion, findings);
    const read = entry.read(reader);
    const isolated = read && withIsolation(read, reader, hasIsolation.includes(format), defaults);
    if (isolated !== undefined && !reader.failed && !before) servers.push(isolated);
  }
  findings.push(...ruleFindings(root, format, options));
  return { servers, findings, format, open };
}

const ofServers = serverRules.filter(({ id }) => !acrossServers.has(id));
const ofAll = serverRules.filter(({ id }) => acrossServers.has(id));

/** The findings of all rules; those about single servers come from an earlier text as far as they are known. */
function ruleFindings(root: Node, format: McpFormat, { file, kept }: ReadServersOptions): readonly Finding[] {
  const path = pathOfServers(format);
  const list = kept === undefined || path.length === 0 ? undefined : partList(root, path);
  if (kept === undefined || list === undefined) return runRules(serverRules, root, format, noVersion, file);
  const judge = (part: Node): Finding[] => runRules(ofServers, part, format, noVersion, file);
  const found = kept.parts.findings({ text: kept.text, root, lists: [list], world: `${format} ${file}` }, judge);
  return [...found, ...runRules(ofAll, root, format, noVersion, file)];
}

/** Formats whose servers have a field `isolation`. */
const hasIsolation: readonly McpFormat[] = ['mcp-config', 'serve'];

/** Readers of what holds for all servers: a section of the file, and one of the file that names it. */
function isolationSections(
  root: Node,
  format: McpFormat,
  options: ReadServersOptions,
  expansion: Expansion,
  findings: Finding[],
): EntryReader[] {
  const key = format === 'serve' ? 'isolation' : 'docker_isolation';
  const sections = hasIsolation.includes(format) ? [new EntryReader(key, root, [], expansion, findings).section(key)] : [];
  if (options.isolation === undefined) return sections;
  // The file that names this one reports what is wrong in it.
  return [...sections, new EntryReader('isolation', options.isolation, ['isolation'], { ...expansion, dialect: dialects.serve }, [])];
}

function withIsolation(server: ServerEntry, reader: EntryReader, hasOwn: boolean, defaults: readonly EntryReader[]): ServerEntry {
  const { connection } = server;
  if (connection.transport !== 'stdio') return server;
  const isolation = isolationOf(reader, connection.command, [...(hasOwn ? [reader.section('isolation')] : []), ...defaults]);
  return isolation === undefined ? server : { ...server, connection: { ...connection, isolation } };
}

/** The findings of the published schema of the file, and its unsupported settings. */
function schemaFindings(root: Node, format: McpFormat, options: ReadServersOptions): { findings: Finding[]; open: readonly OpenRefusal[] } {
  const { file } = options;
  const allowed = new Set(options.allowUnsupported);
  const { findings: strict, open } = checkPublished(root, format, file);
  const known = strict.map(finding => {
    if (finding.rule !== 'unknown-field') return finding;
    return allowed.has(String(finding.path?.at(-1))) ? { ...finding, severity: 'warning' as const } : ofListForm(finding, format);
  });
  const isRead = format === 'mcp-config' || format === 'serve' || options.forServe === true;
  const more = format === 'client-config' ? listFormSettings(root, file) : [];
  return { findings: [...known, ...more, ...(isRead ? unsupportedFindings(root, { file, allowed, format }) : [])], open };
}

function startsWith(path: Path | undefined, start: Path): boolean {
  return start.every((step, index) => path?.[index] === step);
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
