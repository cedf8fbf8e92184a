/** From arguments and flags to connections by server id. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Finding, LineIndex, Sources, visible } from '@mcpgw/diagnostics';
import { type Connection, connectionsOf, proxyTargets, safeText } from '@mcpgw/loader';
import { readServers, type ServerList } from '@mcpgw/mcp-config';
import { decodeFile } from '@mcpgw/structure';
import { CliError } from '../errors.js';
import { noSuchServer } from '../no-server.js';
import { readBytes } from '../read-file.js';
import { readEnvFiles } from '../validate/env-files.js';
import { stdinName } from '../validate/inputs.js';
import type { ProbeFlags } from './flags.js';

/** A server in a file. */
export interface ServerPlace {
  readonly file: string;
  readonly server: string;
}

export interface Targets {
  readonly connections: ReadonlyMap<string, Connection>;
  /** Ids of the servers that --header reaches: URLs, and all of them through a gateway. */
  readonly withHeader: ReadonlySet<string>;
  /** Where a server stands, by id: its file and its name there. Servers of standard input, URLs and those behind a gateway stand nowhere. */
  readonly places: ReadonlyMap<string, ServerPlace>;
  /** Lines for stderr: what is wrong with the files. */
  readonly notes: readonly string[];
}

type Named = readonly [id: string, connection: Connection, source: string];
type Env = Readonly<Record<string, string | undefined>>;

/** Whether a target is the address of a server, and not a file. */
export function isUrl(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

/** The variables for placeholders: of the environment, and over them those of `--vars`. @throws CliError */
function variables(files: readonly string[], env: Env): { env: Env; notes: readonly string[] } {
  if (files.length === 0) return { env, notes: [] };
  const sources = new Sources();
  const read = readEnvFiles(files, sources);
  const notes = read.findings.map(finding => noteOf(finding, new LineIndex(sources.get(finding.file) ?? '')));
  return { env: Object.assign(Object.create(null), env, read.env), notes };
}

function readTarget(target: string): Uint8Array {
  if (target === '-') return readBytes(0, stdinName);
  if (/^[\w.-]+:\d{1,5}(?:\/|$)/.test(target) && !existsSync(target))
    throw new CliError(
      `open ${safeText(target)}: no such file or directory; for a server at this address write http://${safeText(target)}`,
    );
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1];
  if (scheme !== undefined)
    throw new CliError(`${safeText(target)}: the address of a server begins with http:// or https://, not ${scheme}://`);
  return readBytes(target, safeText(target));
}

function noteOf({ file, span, severity, message }: Finding, index: LineIndex): string {
  const position = span === undefined ? undefined : index.position(span.start);
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return `${visible(place)}: ${severity}: ${safeText(message)}`;
}

interface FromFile {
  readonly named: readonly Named[];
  readonly notes: readonly string[];
}

/** A configuration that is no file of this machine. */
export interface ServerText {
  /** What messages call it. */
  readonly file: string;
  /** What follows after the `@` of a server whose name stands elsewhere, too. */
  readonly name: string;
  readonly text: string;
}

/** A list of servers in any format of MCP clients; else the targets of a proxy's configuration. */
function fromFile(target: string, env: Env): FromFile {
  const { text, findings } = decodeFile(readTarget(target), target);
  return fromText(text, target === '-' ? 'stdin' : target, findings, env);
}

function fromText(text: string, file: string, findings: readonly Finding[], env: Env): FromFile {
  const list = readServers(text, { file, env });
  const targets = list.format === undefined ? proxyTargets(text, file) : new Map<string, Connection>();
  if (targets.size > 0) return { named: [...targets].map(([id, connection]) => [id, connection, file]), notes: [] };
  return fromServerList([...findings, ...list.findings], list, text, file);
}

function fromServerList(findings: readonly Finding[], list: ServerList, text: string, file: string): FromFile {
  const connections = connectionsOf(list);
  const index = new LineIndex(text);
  const notes = findings.filter(({ severity }) => severity !== 'info').map(finding => noteOf(finding, index));
  const off = list.servers.filter(({ enabled }) => !enabled).length;
  if (off > 0) notes.push(`${visible(file)}: ${off} server${off === 1 ? ' is' : 's are'} off and left out`);
  if (connections.size === 0 && findings.some(({ severity }) => severity === 'error')) throw new CliError(notes.join('\n'));
  return { named: [...connections].map(([id, connection]) => [id, connection, file]), notes };
}

function urlId(url: string): string {
  if (!URL.canParse(url)) return safeText(url);
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

function expand(text: string, env: Env): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_all, name: string) => {
    const value = env[name];
    if (value === undefined) throw new CliError(`--header: the environment variable "${name}" is not set`);
    return value;
  });
}

function headersOf(flags: ProbeFlags, env: Env): Record<string, string> {
  const headers = (flags.header ?? []).map(header => {
    const colon = header.indexOf(':');
    if (colon < 1) throw new CliError('--header expects "Name: value"');
    return [header.slice(0, colon).trim(), expand(header.slice(colon + 1).trim(), env)] as const;
  });
  return Object.fromEntries(headers);
}

function throughGateway(id: string, flags: ProbeFlags, headers: Record<string, string>): Connection {
  const url = flags.via!.replaceAll('{id}', encodeURIComponent(id));
  return { transport: flags.transport, url, headers };
}

/** Ids stay unique: the second server of a name gets its file's name, then a number. */
function uniqueId(id: string, source: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(id)) return id;
  const named = `${id}@${basename(source)}`;
  for (let number = 2; ; number++) {
    const candidate = number === 2 ? named : `${named}#${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function select(all: ReadonlyMap<string, Connection>, only: readonly string[] = []): ReadonlyMap<string, Connection> {
  if (only.length === 0) return all;
  const unknown = only.find(id => !all.has(id));
  if (unknown !== undefined) throw noSuchServer(unknown, [...all.keys()], '--server');
  return new Map([...all].filter(([id]) => only.includes(id)));
}

/**
 * The servers of texts that a cluster holds. Texts that name none are left out: a ConfigMap may hold anything.
 *
 * @throws CliError when none names a server to probe, or a flag is wrong
 */
export function readTexts(texts: readonly ServerText[], flags: ProbeFlags, environment: Env): Targets {
  const { env, notes: found } = variables(flags.envFile, environment);
  const headers = headersOf(flags, env);
  const notes = [...found];
  const connections = new Map<string, Connection>();
  for (const { file, name, text } of texts) {
    const isOfServers = readServers(text, { file, env }).format !== undefined || proxyTargets(text, file).size > 0;
    if (!isOfServers) continue;
    const read = fromText(text, file, [], env);
    notes.push(...read.notes);
    for (const [id, connection] of read.named) {
      const own = flags.via === undefined ? connection : throughGateway(id, flags, headers);
      connections.set(uniqueId(id, name, connections), own);
    }
  }
  const selected = select(connections, flags.server);
  if (selected.size === 0) throw new CliError([...notes, 'nothing to probe: no server is named, or all are off'].join('\n'));
  return { connections: selected, withHeader: new Set(flags.via === undefined ? [] : selected.keys()), places: new Map(), notes };
}

/**
 * Reads `targets`. Headers of a configuration go to the configured server alone: through a gateway (`--via`) only those of
 * `--header` are sent.
 *
 * @throws CliError when a file cannot be read, names nothing to probe, or a flag is wrong
 */
export function readTargets(targets: readonly string[], flags: ProbeFlags, environment: Env): Targets {
  if (targets.length === 0) throw new CliError('nothing to probe: name a configuration file or a URL');
  if (flags.via !== undefined && !(flags.via.includes('{id}') && isUrl(flags.via)))
    throw new CliError('--via must be an http(s) URL with {id} in it');
  const { env, notes: found } = variables(flags.envFile, environment);
  const headers = headersOf(flags, env);
  const notes = [...found];
  const connections = new Map<string, Connection>();
  const withHeader = new Set<string>();
  const places = new Map<string, ServerPlace>();
  for (const target of targets) {
    const url: Named[] = isUrl(target) ? [[urlId(target), { transport: flags.transport, url: target, headers }, target]] : [];
    const file = isUrl(target) ? { named: url, notes: [] } : fromFile(target, env);
    notes.push(...file.notes);
    for (const [id, connection, source] of file.named) {
      const unique = uniqueId(id, source, connections);
      connections.set(unique, flags.via === undefined ? connection : throughGateway(id, flags, headers));
      if (flags.via !== undefined || isUrl(target)) withHeader.add(unique);
      else if (target !== '-') places.set(unique, { file: target, server: id });
    }
  }
  const selected = select(connections, flags.server);
  if (selected.size === 0) throw new CliError([...notes, 'nothing to probe: no server is named, or all are off'].join('\n'));
  return { connections: selected, withHeader, places, notes };
}
