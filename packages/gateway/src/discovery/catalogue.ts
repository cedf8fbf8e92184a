/**
 * All tools of all servers, callable or locked. `tools/list`, `retrieve_tools` and `upstream_servers` are answered from it.
 *
 * The catalogue is a view, not a copy that events update: each query first compares what it was derived from (the states of the
 * servers, the approval records, the names) with the current ones, and derives again what differs. The answer is therefore that of a
 * fresh start, whatever was added, removed, edited or lost before, in any order (docs/adr/0036-one-snapshot.md). The search index of a
 * server is built when it is first needed after the server's tools changed.
 */

import {
  type Approvals,
  approvalStatus,
  classifyTool,
  type DisabledToolStatus,
  disabledToolStatuses,
  type GateState,
  isConfigDenied,
  needsApproval,
} from '@mcpgw/approvals';
import type { NamedTool, Names, ToolAddress } from '@mcpgw/names';
import { ToolSearch } from '@mcpgw/search';
import type { SourceTool, UpstreamState } from '@mcpgw/upstreams';
import { ClientNames } from './client-names.js';

/** The part of an upstream's state that the catalogue reads. */
export type CatalogueServer = Pick<
  UpstreamState,
  'name' | 'enabled' | 'quarantined' | 'trustMode' | 'enabledTools' | 'disabledTools' | 'tools'
> & { readonly connection?: { readonly needsLogin?: boolean } };

export interface CatalogueTool {
  /** The name that clients use. */
  readonly name: string;
  readonly server: string;
  readonly tool: SourceTool;
}

export interface RankedTool extends CatalogueTool {
  /** Whether the name was mapped or shortened, since some clients refuse the tool's own. */
  readonly isMapped: boolean;
  /** At least 0; 0 if no word of the query was found. */
  readonly score: number;
  /** Absent if the tool may be called. */
  readonly status?: DisabledToolStatus;
  /** What a person has not approved yet: all of the tool, or what changed. Also set if the tool is locked for another reason. */
  readonly approval?: 'new' | 'changed';
  /** The reason for `disabled_unknown` if the store of approvals fails. */
  readonly fault?: string;
  /** Whether an agent may read what the server says about the tool, besides its name. */
  readonly reviewed: boolean;
}

/** The servers and tools that a client sees; undefined if it sees all. Without `hasTool`, it sees all tools of those servers. */
export type Scope = { has(server: string): boolean; hasTool?(server: string, tool: string): boolean } | undefined;

/** Whether a client sees a tool of a server. */
export function seesTool(scope: Scope, server: string, tool: string): boolean {
  return scope === undefined || (scope.has(server) && scope.hasTool?.(server, tool) !== false);
}

/** How many tools of a server may be called, and how many are locked for which reason; zeros are left out. */
export type ServerToolCounts = { readonly callable: number } & Partial<Record<DisabledToolStatus, number>>;

/** The sources of the catalogue. */
export interface CatalogueSources {
  /** The servers in the order of the configuration. An unchanged server is the same object as before. */
  readonly servers: () => readonly CatalogueServer[];
  /** How tools are named; a different object after that changed. Without it, names are `server:tool`. */
  readonly names?: () => Names;
}

/** The derived data of one tool. */
interface Judgement {
  readonly status?: DisabledToolStatus;
  readonly approval?: 'new' | 'changed';
  readonly fault?: string;
  readonly reviewed: boolean;
}

/** Tools that wait for a person: new ones, and those that changed since they were approved. */
export interface Waiting {
  readonly fresh: readonly SourceTool[];
  readonly changed: readonly SourceTool[];
}

/** A server with its derived data, which is computed when it is first needed. */
interface Entry {
  readonly server: CatalogueServer;
  /** The state of the approvals at the time of the derivation. */
  readonly revision: number;
  readonly naming: Names | undefined;
  /** The tools of the server, or the recorded ones if it is switched off. Of several tools with one name, the first. */
  readonly tools: readonly SourceTool[];
  readonly isFromRecord: boolean;
  byName?: ReadonlyMap<string, number>;
  /** By the number of the tool. */
  judgements?: readonly Judgement[];
  /** Numbers of the locked tools that nobody has reviewed. */
  unreviewed?: readonly number[];
  /** Whether a reviewed tool is locked. */
  hasLocked?: boolean;
  waiting?: Waiting;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Number of the best hits among which a search looks for locked tools. */
const lockedWindow = 100;
const maxUnreviewed = 50;

export interface Found {
  /** The best tools that may be called, by score and then by name. */
  readonly callable: readonly RankedTool[];
  /** Locked tools: first those that nobody has reviewed, found by their names alone, then the others by rank. */
  readonly locked: readonly RankedTool[];
}

export class Catalogue {
  readonly #approvals: Approvals;
  readonly #sources: CatalogueSources;
  readonly #names = new ClientNames();
  readonly #search = new ToolSearch<Entry>();
  #entries: ReadonlyMap<string, Entry> = new Map();
  #revision = 0;

  constructor(approvals: Approvals, sources: CatalogueSources) {
    this.#approvals = approvals;
    this.#sources = sources;
  }

  /** A number that changes whenever an answer may change. */
  get revision(): number {
    this.#current();
    return this.#revision;
  }

  /** The current entries. */
  #current(): ReadonlyMap<string, Entry> {
    const servers = this.#sources.servers();
    const naming = this.#sources.names?.();
    if (this.#holds(servers, naming)) return this.#entries;
    this.#entries = new Map(servers.map(server => [server.name, this.#derived(server, naming, this.#entries.get(server.name))]));
    this.#names.follow(this.#entries, naming);
    this.#revision++;
    return this.#entries;
  }

  /** Whether every entry is derived from the current state. */
  #holds(servers: readonly CatalogueServer[], naming: Names | undefined): boolean {
    if (servers.length !== this.#entries.size) return false;
    let at = 0;
    for (const entry of this.#entries.values()) if (!this.#isCurrent(entry, servers[at++]!, naming)) return false;
    return true;
  }

  #isCurrent(entry: Entry, server: CatalogueServer, naming: Names | undefined): boolean {
    return entry.server === server && entry.naming === naming && entry.revision === this.#approvals.revision(server.name);
  }

  /** `before` if none of its sources changed; otherwise a new one that keeps what still holds. */
  #derived(server: CatalogueServer, naming: Names | undefined, before: Entry | undefined): Entry {
    if (before !== undefined && this.#isCurrent(before, server, naming)) return before;
    const revision = this.#approvals.revision(server.name);
    const keepsTools = before !== undefined && before.server.tools === server.tools && !before.isFromRecord && !isOff(server);
    if (!keepsTools) return { server, revision, naming, ...this.#known(server) };
    const { judgements: _judgements, unreviewed: _unreviewed, hasLocked: _hasLocked, waiting: _waiting, ...lasting } = before;
    return { ...lasting, server, revision, naming };
  }

  #known(server: CatalogueServer): Pick<Entry, 'tools' | 'isFromRecord'> {
    const known = new Map<string, SourceTool>();
    for (const tool of server.tools) if (!known.has(tool.name)) known.set(tool.name, tool);
    if (known.size > 0 || !(isOff(server) || needsLogin(server))) return { tools: [...known.values()], isFromRecord: false };
    const tools = this.#approvals
      .records(server.name)
      .map(({ toolName, description }): SourceTool => ({ name: toolName, description, inputSchema: { type: 'object' } }));
    return { tools, isFromRecord: true };
  }

  #inScope(scope: Scope): Entry[] {
    return [...this.#current().values()].filter(({ server }) => scope === undefined || scope.has(server.name));
  }

  #judged({ server, isFromRecord }: Entry, tool: SourceTool): Judgement {
    const { trustMode, name, quarantined } = server;
    const approvalNeeded = needsApproval(trustMode);
    const found = this.#approvals.lookup(name, tool.name, isFromRecord ? undefined : tool);
    const recorded = found.kind === 'record' ? approvalStatus(found.record, isFromRecord ? undefined : tool, trustMode) : undefined;
    const approval = found.kind === 'record' ? { status: recorded!, disabled: found.record.disabled } : (found.kind as 'none' | 'error');
    const status = classifyTool({ ...gateOf(server, tool.name), approval, approvalNeeded });
    const missing = approvalNeeded ? missingApprovals[recorded ?? found.kind] : undefined;
    const reviewed = !quarantined && (!approvalNeeded || recorded === 'approved');
    const fault = found.kind === 'error' && status === 'disabled_unknown' ? found.error.message : undefined;
    return {
      ...(status !== undefined && { status }),
      ...(missing !== undefined && { approval: missing }),
      ...(fault !== undefined && { fault }),
      reviewed,
    };
  }

  #judgements(entry: Entry): readonly Judgement[] {
    entry.judgements ??= entry.tools.map(tool => this.#judged(entry, tool));
    return entry.judgements;
  }

  /** The tool that a client's name stands for, whether or not it exists. */
  addressOf(name: string): ToolAddress | undefined {
    this.#current();
    return this.#names.addressOf(name);
  }

  /** The tools of a server whose names were mapped or shortened for clients. */
  mapped(server: string): readonly NamedTool[] {
    const entry = this.#current().get(server);
    return entry === undefined ? [] : this.#names.mapped(entry);
  }

  #ranked(entry: Entry, at: number, score: number): RankedTool {
    const tool = entry.tools[at]!;
    const name = this.#names.shown(entry)[at]!;
    const isMapped = entry.naming?.isMapped(name) === true;
    return { name, isMapped, server: entry.server.name, tool, score, ...this.#judgements(entry)[at]! };
  }

  #locate(server: string, tool: string): { entry: Entry; at: number } | undefined {
    const entry = this.#current().get(server);
    if (entry === undefined) return undefined;
    entry.byName ??= new Map(entry.tools.map(({ name }, at) => [name, at]));
    const at = entry.byName.get(tool);
    return at === undefined ? undefined : { entry, at };
  }

  /**
   * The one reason why a tool is locked; undefined if it may be called. If the server has not listed the tool, the configuration
   * decides; if it does not exclude the tool, the status is `disabled_unknown`.
   */
  statusOf(server: string, tool: string): DisabledToolStatus | undefined {
    const found = this.#locate(server, tool);
    if (found !== undefined) return this.#judgements(found.entry)[found.at]!.status;
    const known = this.#entries.get(server)?.server;
    return known === undefined ? 'disabled_unknown' : classifyTool({ ...gateOf(known, tool), approval: 'none', approvalNeeded: true });
  }

  /** A tool by its server and its own name; undefined if there is none in `scope`. */
  find(server: string, tool: string, scope?: Scope): RankedTool | undefined {
    const found = seesTool(scope, server, tool) ? this.#locate(server, tool) : undefined;
    return found && this.#ranked(found.entry, found.at, 0);
  }

  /** Every tool with its status, sorted by name. */
  all(scope?: Scope): RankedTool[] {
    return this.#inScope(scope)
      .flatMap(entry =>
        entry.tools.flatMap((tool, at) => (seesTool(scope, entry.server.name, tool.name) ? [this.#ranked(entry, at, 0)] : [])),
      )
      .sort(byName);
  }

  /** The tools that may be called and whose names stand for them, sorted by name. */
  callable(scope?: Scope): CatalogueTool[] {
    return this.#inScope(scope)
      .flatMap(entry =>
        entry.tools.flatMap(({ name }, at) =>
          this.#judgements(entry)[at]!.status === undefined &&
          this.#names.of(entry)[at] !== undefined &&
          seesTool(scope, entry.server.name, name)
            ? [this.#ranked(entry, at, 0)]
            : [],
        ),
      )
      .sort(byName);
  }

  /** The own names of a server's tools that clients cannot name, because the name stands for another tool. */
  unnamed(server: string): readonly string[] {
    const entry = this.#current().get(server);
    return entry === undefined ? [] : entry.tools.flatMap(({ name }, at) => (this.#names.of(entry)[at] === undefined ? [name] : []));
  }

  /** Indexes one server whose current list has no index yet, so that no search has to index them all; false if every list has one. */
  indexNext(): boolean {
    this.#search.follow(this.#current());
    return this.#search.indexNext();
  }

  /** What `query` finds: the best `limit` tools that may be called, and the locked ones. `accept` filters the former. */
  search(query: string, limit: number, scope?: Scope, accept: (tool: SourceTool) => boolean = () => true): Found {
    const entries = this.#inScope(scope);
    const callable: RankedTool[] = [];
    const locked: RankedTool[] = [];
    let rank = 0;
    this.#search.follow(this.#entries);
    // If no reviewed tool is locked, the hits after the last callable one do not matter.
    const window = entries.some(entry => this.#hasLocked(entry)) ? lockedWindow : 0;
    const hits = this.#search.hits(query, entries, entry => this.#names.shown(entry), Math.max(limit, window));
    for (const { entry, at, score } of hits) {
      if (!seesTool(scope, entry.server.name, entry.tools[at]!.name)) continue;
      const { status, reviewed } = this.#judgements(entry)[at]!;
      if (status === undefined) {
        if (callable.length < limit && accept(entry.tools[at]!)) callable.push(this.#ranked(entry, at, score));
      } else if (rank < window && reviewed) locked.push(this.#ranked(entry, at, score));
      if (++rank >= window && callable.length === limit) break;
    }
    return { callable, locked: [...this.#unreviewed(query, entries, scope), ...locked] };
  }

  /** Unreviewed tools are not searched by their descriptions, only by words in their names. */
  #unreviewed(query: string, entries: readonly Entry[], scope: Scope): RankedTool[] {
    const asked = nameParts(query);
    const found: RankedTool[] = [];
    for (const entry of entries) {
      for (const at of this.#unreviewedOf(entry)) {
        const { name } = entry.tools[at]!;
        const lower = name.toLowerCase();
        if (seesTool(scope, entry.server.name, name) && asked.some(part => lower.includes(part))) found.push(this.#ranked(entry, at, 0));
      }
    }
    return found.sort(byName).slice(0, maxUnreviewed);
  }

  #hasLocked(entry: Entry): boolean {
    entry.hasLocked ??= this.#judgements(entry).some(({ status, reviewed }) => status !== undefined && reviewed);
    return entry.hasLocked;
  }

  #unreviewedOf(entry: Entry): readonly number[] {
    entry.unreviewed ??= this.#judgements(entry).flatMap(({ status, reviewed }, at) => {
      const isHidden =
        (status === 'server_quarantined' || status === 'login_required') && isConfigDenied(entry.server, entry.tools[at]!.name);
      return status === undefined || reviewed || isHidden ? [] : [at];
    });
    return entry.unreviewed;
  }

  /** Counts for a server; undefined if all of its tools may be called. */
  counts(server: string): ServerToolCounts | undefined {
    const { callable, ...locked } = this.allCounts(server);
    const present = Object.entries(locked).filter(([, number]) => number > 0);
    return present.length === 0 ? undefined : { callable, ...Object.fromEntries(present) };
  }

  /** Counts for a server, with zeros. */
  allCounts(server: string): Record<DisabledToolStatus | 'callable', number> {
    const counts = Object.fromEntries(['callable', ...disabledToolStatuses].map(status => [status, 0]));
    for (const { status = 'callable' } of this.#judgementsOf(server)) counts[status]!++;
    return counts as Record<DisabledToolStatus | 'callable', number>;
  }

  #judgementsOf(server: string): readonly Judgement[] {
    const entry = this.#current().get(server);
    return entry === undefined ? [] : this.#judgements(entry);
  }

  /** The tools of a server that are locked only because a person has to review them. */
  waiting(server: string): Waiting {
    const entry = this.#current().get(server);
    if (entry === undefined) return { fresh: [], changed: [] };
    const judgements = this.#judgements(entry);
    const those = (wanted: Judgement['approval']) =>
      entry.tools.filter((_tool, at) => judgements[at]!.approval === wanted && judgements[at]!.status === 'pending_approval');
    entry.waiting ??= { fresh: those('new'), changed: those('changed') };
    return entry.waiting;
  }

  /** Tools of a server that changed since they were approved, including those that are locked for another reason. */
  changedCount(server: string): number {
    return this.#judgementsOf(server).filter(({ approval }) => approval === 'changed').length;
  }
}

/** What a person has not approved, by the state of the record; undefined if nothing is missing, or if the record cannot be read. */
const missingApprovals = {
  approved: undefined,
  pending: 'new',
  changed: 'changed',
  none: 'new',
  error: undefined,
  record: undefined,
} as const;

/** What the configuration says about a tool. */
function gateOf(server: CatalogueServer, tool: string): Omit<GateState, 'approval' | 'approvalNeeded'> {
  const { enabled, quarantined } = server;
  return { configured: true, enabled, quarantined, needsLogin: needsLogin(server), configDenied: isConfigDenied(server, tool) };
}

function needsLogin({ connection }: CatalogueServer): boolean {
  return connection?.needsLogin === true;
}

function isOff({ enabled, quarantined }: CatalogueServer): boolean {
  return !enabled || quarantined;
}

const maxParts = 32;

/** The parts of a query that are searched for in names: runs of letters and digits, of at least two characters if there are any. */
function nameParts(query: string): string[] {
  const parts =
    query
      .slice(0, 1_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = parts.filter(part => part.length >= 2);
  return [...new Set(long.length > 0 ? long : parts)].slice(0, maxParts);
}
