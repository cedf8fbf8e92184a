import { type Finding, formatPath, nearest, type Path } from '@mcpgw/diagnostics';
import { portableText } from '@mcpgw/names';
import { at, type Env, get, headSpan, items, type Node, type ReadYaml, text as textOf, withoutRepeats } from '@mcpgw/structure';
import { detectServe } from '../formats/detect-serve.js';
import { parseGoDuration } from '../formats/go-duration.js';
import type { Resolve } from '../formats/placeholders.js';
import { settled } from '../schema/check.js';
import { ambiguousNames } from './ambiguous-names.js';
import { present } from './entry.js';
import { readDocument } from './read-document.js';
import { openServersOf, type ServerList } from './read-servers.js';
import { defaultServeConfig, type ServeConfig } from './serve-config.js';
import { settingsOfMcpConfig, settingsOfServe } from './serve-settings.js';
import type { ServerEntry } from './server-config.js';

export interface ReadServeOptions {
  /** The name of the file as the user gave it. */
  readonly file: string;
  readonly env: Env;
  /** How far placeholders are resolved. Default: `all`, because the configuration is used. */
  readonly resolve?: Resolve;
  /** The names of unsupported settings that may be ignored. */
  readonly allowUnsupported?: readonly string[];
  /** The kind of the file, if the user specified it. Default: detected from its keys and its name. */
  readonly kind?: 'serve' | 'mcp-config';
  /** Reads a file that the configuration names by a path relative to it. Returns undefined if the file does not exist. */
  readonly readFile: (path: string) => { readonly file: string; readonly text: string } | undefined;
  /** Reads YAML and JSON. Default: `parseYaml`. */
  readonly readYaml?: ReadYaml;
}

/** A file that was read, with the name that findings use. */
export interface ServeFile {
  readonly file: string;
  readonly text: string;
}

export interface ServeRead {
  /** Absent if a finding is an error. */
  readonly config?: ServeConfig;
  readonly findings: readonly Finding[];
  /** Every file that was read, including the first one. */
  readonly files: readonly ServeFile[];
}

interface ServePart {
  readonly settings: Partial<ServeConfig>;
  readonly servers: readonly ServerEntry[];
  readonly findings: readonly Finding[];
}

/** Reads the configuration of `mcpgw serve` from `gateway.yaml`, `mcp_config.json`, or the file of an MCP client. It never throws. */
export function readServeConfig(text: string, options: ReadServeOptions): ServeRead {
  const files: ServeFile[] = [{ file: options.file, text }];
  const { root, findings: broken } = readDocument(text, options.file, options.kind);
  if (root === undefined) return { findings: broken, files };
  const read = readRoot(root, options, files);
  const findings = withoutRepeats([...broken, ...read.findings]);
  if (findings.some(({ severity }) => severity === 'error')) return { findings, files };
  return { config: { ...defaultServeConfig, ...read.settings, servers: read.servers }, findings, files };
}

/** Findings about a configuration of `mcpgw serve` and about the files that it includes servers from. */
export function serveFindings(
  root: Node,
  options: Omit<ReadServeOptions, 'readFile'> & { readonly readServers?: ReadServeOptions['readFile'] | undefined },
): { readonly findings: readonly Finding[]; readonly files: readonly ServeFile[] } {
  const { readServers = () => undefined, ...rest } = options;
  const files: ServeFile[] = [];
  return { findings: readRoot(root, { ...rest, readFile: readServers }, files).findings, files };
}

function readRoot(root: Node, options: ReadServeOptions, files: ServeFile[]): ServePart {
  const ours = options.kind === undefined ? detectServe(options.file, root) : options.kind === 'serve';
  const part = ours ? readOurs(root, options, files) : readForeign(root, options);
  const findings = [...part.findings, ...crossFindings(root, part, options.file)];
  return { ...part, findings };
}

/** Reads a list of servers in any other format, with the gateway settings of `mcp_config.json`. */
function readForeign(root: Node, options: ReadServeOptions & { readonly isolation?: Node | undefined }): ServePart {
  const { kind, ...rest } = options;
  const read = openServersOf(root, { ...rest, forServe: true, ...(kind === 'mcp-config' && { format: kind }) });
  const isList = read.format === 'mcp-config';
  const settings = isList ? settingsOfMcpConfig(root, options) : { settings: {}, findings: [] };
  const servers = isList ? read.servers.map(inheriting(root)) : read.servers;
  return {
    settings: settings.settings,
    servers: trusted({ ...read, servers }, isList && isFalse(get(root, 'quarantine_enabled'))),
    findings: settled([...read.findings, ...settings.findings], read.open),
  };
}

/** Applies the settings at the top of `mcp_config.json` to each server that does not set its own. */
function inheriting(root: Node): (server: ServerEntry) => ServerEntry {
  const duration = (key: string): number | undefined => parseGoDuration(textOf(get(root, key)) ?? '');
  const [connectTimeoutMs, healthCheckIntervalMs, toolDiscoveryIntervalMs] = [
    'init_timeout',
    'health_check_interval',
    'tool_discovery_interval',
  ].map(duration);
  const limit = get(get(root, 'server_concurrency_defaults'), 'max_concurrent_requests');
  const calls = limit?.kind === 'scalar' && typeof limit.value === 'number' ? limit.value : undefined;
  const inherited = present({ maxConcurrentRequests: calls, healthCheckIntervalMs, toolDiscoveryIntervalMs });
  return server => ({ ...inherited, ...server, connection: { ...present({ connectTimeoutMs }), ...server.connection } });
}

function isFalse(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && node.value === false;
}

/** Trusts the servers of clients: their user configured them. Only `mcp_config.json` has approvals. */
function trusted({ servers, format }: ServerList, always: boolean): readonly ServerEntry[] {
  return format === 'mcp-config' && !always ? servers : servers.map(server => ({ ...server, trustMode: 'auto' as const }));
}

function readOurs(root: Node, given: ReadServeOptions, files: ServeFile[]): ServePart {
  const allowed = items(get(root, 'allow_unsupported')).flatMap(item => textOf(item) ?? []);
  const options = { ...given, allowUnsupported: [...(given.allowUnsupported ?? []), ...allowed] };
  const own = openServersOf(root, { ...options, format: 'serve' });
  const settings = settingsOfServe(root, options);
  const parts = serverFiles(root).map(({ name, node, path }) => ({
    ...readServerFile(name, node, path, options, files, get(root, 'isolation')),
    node,
    path,
  }));
  return {
    settings: settings.settings,
    servers: [...own.servers, ...parts.flatMap(part => part.servers)],
    findings: [
      ...settled([...own.findings, ...settings.findings], own.open),
      ...parts.flatMap(part => part.findings),
      ...repeatedNames(root, own.servers, parts, options.file),
    ],
  };
}

/** Reports duplicate names of servers, of servers in other files, and of APIs. Tools are addressed by these names. */
function repeatedNames(root: Node, own: readonly ServerEntry[], parts: readonly IncludedServers[], file: string): Finding[] {
  const seen = new Set(own.map(({ name }) => name));
  const further = parts.flatMap(({ servers, node, path }) => servers.map(({ name }) => ({ name, node, path })));
  const apis = items(get(root, 'apis')).flatMap((api, index) => {
    const node = get(api, 'name');
    const name = textOf(node);
    return name === undefined ? [] : [{ name, node: node!, path: ['apis', index, 'name'] }];
  });
  return [...further, ...apis].flatMap(({ name, node, path }): Finding[] => {
    const isNew = !seen.has(name);
    seen.add(name);
    if (isNew) return [];
    const message = `duplicate server name: ${name}`;
    const suggestion = 'give each server and each API its own name';
    return [{ rule: 'duplicate-server-name', severity: 'error', message, suggestion, file, path, span: node.span }];
  });
}

/** The servers of another file, with the position that names it. */
interface IncludedServers extends ServePart {
  readonly node: Node;
  readonly path: Path;
}

function serverFiles(root: Node): { name: string; node: Node; path: Path }[] {
  const node = get(root, 'servers_from');
  const single = textOf(node);
  if (single !== undefined) return [{ name: single, node: node!, path: ['servers_from'] }];
  return items(node).flatMap((item, index) => {
    const name = textOf(item);
    return name === undefined ? [] : [{ name, node: item, path: ['servers_from', index] }];
  });
}

function readServerFile(
  name: string,
  node: Node,
  path: Path,
  options: ReadServeOptions,
  files: ServeFile[],
  isolation: Node | undefined,
): ServePart {
  const found = options.readFile(name);
  const place = { file: options.file, span: node.span, path };
  if (found === undefined) {
    const message = `the file "${name}" cannot be read`;
    const suggestion = 'name a file that is there, as seen from the folder of this one';
    return { settings: {}, servers: [], findings: [{ ...place, rule: 'bad-reference', severity: 'error', message, suggestion }] };
  }
  files.push(found);
  const { root, findings: broken, format } = readDocument(found.text, found.file, undefined, options.readYaml);
  if (root === undefined) return { settings: {}, servers: [], findings: broken };
  if (format === 'serve') return { settings: {}, servers: [], findings: [...broken, nested(name, place)] };
  const { kind: _, ...rest } = options;
  const part = readForeign(root, { ...rest, file: found.file, isolation });
  return { ...part, settings: {}, findings: withoutRepeats([...broken, ...part.findings]) };
}

function nested(name: string, place: Pick<Finding, 'file' | 'span' | 'path'>): Finding {
  const message = `"${name}" is a gateway.yaml itself; servers are taken from lists of servers`;
  return { ...place, rule: 'bad-reference', severity: 'error', message, suggestion: 'move its servers into this file' };
}

/** Findings that need the whole configuration: profiles with unknown servers, and tool names without a prefix despite several servers. */
function crossFindings(root: Node, { servers, settings, findings }: ServePart, file: string): Finding[] {
  const names = servers.map(({ name }) => name);
  const apis = items(get(root, 'apis')).flatMap(api => textOf(get(api, 'name')) ?? []);
  return [
    ...bareNames(root, settings, names, file),
    ...sharedNames(root, settings, [...names, ...apis], file),
    ...unportableSeparator(root, settings, file),
    ...profiles(root, [...names, ...apis], findings, file),
  ];
}

/** Reports servers whose tools could have the same name: one of them could then impersonate a tool of the other. */
function sharedNames(root: Node, settings: Partial<ServeConfig>, names: readonly string[], file: string): Finding[] {
  const { prefix, separator, portable } = settings.naming ?? defaultServeConfig.naming;
  if (!prefix || portable) return [];
  return ambiguousNames(names, separator).map(([shorter, longer]): Finding => {
    const node = at(root, 'servers', longer) ?? at(root, 'tool_names', 'separator');
    const message = `tools of the servers "${shorter}" and "${longer}" could have the same names, since "${longer}" begins with "${shorter}" and a separator`;
    const suggestion = 'rename one of them, or use portable names, which never clash: leave tool_names.portable and separator out';
    const path = ['servers', longer];
    return { rule: 'conflicting-fields', severity: 'error', message, suggestion, file, path, ...(node && { span: headSpan(node) }) };
  });
}

/** Reports a separator that no portable name can have. */
function unportableSeparator(root: Node, settings: Partial<ServeConfig>, file: string): Finding[] {
  const { separator, portable, prefix } = settings.naming ?? defaultServeConfig.naming;
  if (!portable || !prefix || portableText(separator) === separator) return [];
  const node = at(root, 'tool_names', 'portable');
  const message = `portable names consist of letters, digits, "_" and "-", and the separator is "${separator}"`;
  const suggestion = 'remove the separator, whose default is "__", or set "portable: false"';
  const path = ['tool_names', 'portable'];
  return [{ rule: 'conflicting-fields', severity: 'error', message, suggestion, file, path, ...(node && { span: node.span }) }];
}

function bareNames(root: Node, settings: Partial<ServeConfig>, names: readonly string[], file: string): Finding[] {
  const apis = settings.apis?.length ?? 0;
  if (settings.naming?.prefix !== false || names.length + apis === 1) return [];
  const node = at(root, 'tool_names', 'prefix');
  const message = `tools can have bare names only where there is one server; there are ${names.length + apis}`;
  const suggestion = 'remove "prefix: false", or keep one server';
  return [
    {
      rule: 'conflicting-fields',
      severity: 'error',
      message,
      suggestion,
      file,
      path: ['tool_names', 'prefix'],
      ...(node && { span: node.span }),
    },
  ];
}

function profiles(root: Node, names: readonly string[], findings: readonly Finding[], file: string): Finding[] {
  const known = new Set(findings.filter(({ rule }) => rule === 'unknown-profile-server').map(({ path = [] }) => formatPath(path)));
  return items(get(root, 'profiles')).flatMap((profile, index) =>
    items(get(profile, 'servers')).flatMap((server, place): Finding[] => {
      const name = textOf(server);
      const path = ['profiles', index, 'servers', place];
      if (name === undefined || names.includes(name) || known.has(formatPath(path))) return [];
      const near = nearest(name, names);
      const message = `the profile names the server "${name}", which there is not`;
      const suggestion = near === undefined ? 'add the server, or remove the name' : `did you mean "${near}"?`;
      return [{ rule: 'unknown-profile-server', severity: 'warning', message, suggestion, file, path, span: server.span }];
    }),
  );
}
