/**
 * All tools of all servers, callable or locked: what `tools/list`, `retrieve_tools` and `upstream_servers` are answered from.
 * The search index of a server is built when it is first needed after the server's tools changed.
 */
import { type Approvals, approvalStatus } from '../approvals/approvals.js';
import { needsApproval } from '../approvals/observe.js';
import type { ApprovalRecord } from '../approvals/record.js';
import { cachedToolHash } from '../approvals/tool-hash.js';
import type { SourceTool } from '../sources/source.js';
import type { UpstreamState } from '../upstreams/types.js';
import { bestFirst } from './best-first.js';
import { type Segment, score } from './search.js';
import { SegmentIndex } from './segment-index.js';
import { classifyTool, type DisabledToolStatus, disabledToolStatuses, type GateState, isConfigDenied } from './status.js';

/** What the catalogue reads of an upstream. */
export type CatalogueServer = Pick<
  UpstreamState,
  'name' | 'enabled' | 'quarantined' | 'trustMode' | 'enabledTools' | 'disabledTools' | 'tools'
>;

export interface CatalogueTool {
  /** The name that clients use. */
  readonly name: string;
  readonly server: string;
  readonly tool: SourceTool;
}

export interface RankedTool extends CatalogueTool {
  /** 0 and more; 0 where nothing of the query was found. */
  readonly score: number;
  /** Absent where the tool may be called. */
  readonly status?: DisabledToolStatus;
}

/** Servers that a client may know of; undefined where it may know of all. */
export type Scope = ReadonlySet<string> | undefined;

/** How many tools of a server may be called, and how many are locked for which reason; zeros are left out. */
export type ServerToolCounts = { readonly callable: number } & Partial<Record<DisabledToolStatus, number>>;

export type NameOf = (server: string, tool: string) => string;

/** A server with what is worked out of it when it is first needed. */
interface Entry {
  readonly server: CatalogueServer;
  /** The tools of the server, or those on record where it is off, the first of each name. */
  readonly tools: readonly SourceTool[];
  byName?: ReadonlyMap<string, number>;
  segment?: Segment;
  /** By the number of the tool, as `names`, which clients use. */
  statuses?: readonly (DisabledToolStatus | undefined)[];
  names?: readonly string[];
}

const canonicalName: NameOf = (server, tool) => `${server}:${tool}`;

/** Neither the description nor the schemas of these may be read by an agent: nobody has looked at them yet. */
const unreviewed: ReadonlySet<DisabledToolStatus> = new Set(['server_quarantined', 'pending_approval']);

/** Whether an agent may read what the server says of a tool, besides its name. */
export function isReviewed(status: DisabledToolStatus | undefined): boolean {
  return status === undefined || !unreviewed.has(status);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Locked tools that a search looks at: those among the best hits. */
const lockedWindow = 100;
const maxUnreviewed = 50;

export interface Found {
  /** The best tools that may be called, by score and then by name. */
  readonly callable: readonly RankedTool[];
  /** Locked tools: those that nobody has reviewed yet by their names alone, then the others by their rank. */
  readonly locked: readonly RankedTool[];
}

export class Catalogue {
  readonly #approvals: Approvals;
  readonly #nameOf: NameOf;
  #entries: ReadonlyMap<string, Entry> = new Map();

  constructor(approvals: Approvals, nameOf: NameOf = canonicalName) {
    this.#approvals = approvals;
    this.#nameOf = nameOf;
    approvals.onChange(() => this.#approvalsChanged());
  }

  /** Takes the servers as they are now. The index of a server is kept while its list of tools is the same object. */
  setServers(states: readonly CatalogueServer[]): void {
    const entries = new Map<string, Entry>();
    for (const server of states) {
      const before = this.#entries.get(server.name);
      const same = before?.server.tools === server.tools && !isOff(server);
      entries.set(server.name, same ? { ...lasting(before), server } : { server, tools: this.#known(server) });
    }
    this.#entries = entries;
  }

  /** The names that clients use are others now. */
  renamed(): void {
    for (const entry of this.#entries.values()) delete entry.names;
  }

  #approvalsChanged(): void {
    this.setServers([...this.#entries.values()].map(({ server }) => server));
  }

  #known(server: CatalogueServer): readonly SourceTool[] {
    const known = new Map<string, SourceTool>();
    for (const tool of server.tools) if (!known.has(tool.name)) known.set(tool.name, tool);
    if (known.size > 0 || !isOff(server)) return [...known.values()];
    return this.#approvals
      .records(server.name)
      .map(({ toolName, description }) => ({ name: toolName, description, inputSchema: { type: 'object' } }));
  }

  #inScope(scope: Scope): Entry[] {
    return [...this.#entries.values()].filter(({ server }) => scope === undefined || scope.has(server.name));
  }

  #gate(server: CatalogueServer, tool: SourceTool): GateState {
    const { trustMode } = server;
    const found = this.#approvals.lookup(server.name, tool.name);
    const status = (record: ApprovalRecord) => approvalStatus(record, cachedToolHash(tool), trustMode);
    const approval = found.kind === 'record' ? { status: status(found.record), disabled: found.record.disabled } : found.kind;
    return { ...gateOf(server, tool.name), approval, approvalNeeded: needsApproval(trustMode) };
  }

  #statuses(entry: Entry): readonly (DisabledToolStatus | undefined)[] {
    entry.statuses ??= entry.tools.map(tool => classifyTool(this.#gate(entry.server, tool)));
    return entry.statuses;
  }

  #names(entry: Entry): readonly string[] {
    entry.names ??= entry.tools.map(({ name }) => this.#nameOf(entry.server.name, name));
    return entry.names;
  }

  #ranked(entry: Entry, at: number, score: number): RankedTool {
    const tool = entry.tools[at]!;
    const status = this.#statuses(entry)[at];
    return { name: this.#names(entry)[at]!, server: entry.server.name, tool, score, ...(status !== undefined && { status }) };
  }

  #locate(server: string, tool: string): { entry: Entry; at: number } | undefined {
    const entry = this.#entries.get(server);
    if (entry === undefined) return undefined;
    entry.byName ??= new Map(entry.tools.map(({ name }, at) => [name, at]));
    const at = entry.byName.get(tool);
    return at === undefined ? undefined : { entry, at };
  }

  /**
   * The one reason why a tool is locked; undefined where it may be called. Of a tool that its server has not listed, the
   * configuration decides; where that leaves it open, it is `disabled_unknown`.
   */
  statusOf(server: string, tool: string): DisabledToolStatus | undefined {
    const found = this.#locate(server, tool);
    if (found !== undefined) return this.#statuses(found.entry)[found.at];
    const known = this.#entries.get(server)?.server;
    return known === undefined ? 'disabled_unknown' : classifyTool({ ...gateOf(known, tool), approval: 'none', approvalNeeded: true });
  }

  /** A tool by its server and its bare name; undefined where there is none, or none that may be known of. */
  find(server: string, tool: string, scope?: Scope): RankedTool | undefined {
    const found = scope !== undefined && !scope.has(server) ? undefined : this.#locate(server, tool);
    return found && this.#ranked(found.entry, found.at, 0);
  }

  /** Every tool with its status, in the order of names. */
  all(scope?: Scope): RankedTool[] {
    return this.#inScope(scope)
      .flatMap(entry => entry.tools.map((_tool, at) => this.#ranked(entry, at, 0)))
      .sort(byName);
  }

  /** The tools that may be called, in the order of their names. */
  callable(scope?: Scope): CatalogueTool[] {
    return this.all(scope).filter(({ status }) => status === undefined);
  }

  #segment(entry: Entry): Segment {
    const { server, tools } = entry;
    const texts = () => tools.map(({ name, title, description }) => ({ server: server.name, name, title, description }));
    entry.segment ??= { index: new SegmentIndex(texts()), size: tools.length };
    return entry.segment;
  }

  /** Builds the index of one server that has none yet, so that no search has to build them all; false where each has one. */
  indexNext(): boolean {
    const entry = [...this.#entries.values()].find(({ segment }) => segment === undefined);
    if (entry !== undefined) this.#segment(entry);
    return entry !== undefined;
  }

  /** The tools that `query` finds, by score and then by name. */
  *#hits(query: string, entries: readonly Entry[]): Generator<{ entry: Entry; at: number; score: number }, void, undefined> {
    const scores = score(
      query,
      entries.map(entry => this.#segment(entry)),
    );
    const numbering = new Numbering(entries);
    const nameAt = (number: number) => {
      const { entry, at } = numbering.find(number);
      return this.#names(entry)[at]!;
    };
    const before = (a: number, b: number) => (scores[a] === scores[b] ? nameAt(a) < nameAt(b) : scores[a]! > scores[b]!);
    for (const number of bestFirst(positive(scores), before)) yield { ...numbering.find(number), score: scores[number]! };
  }

  /** What `query` finds: the best `limit` tools that may be called, and the locked ones. `accept` filters the former. */
  search(query: string, limit: number, scope?: Scope, accept: (tool: SourceTool) => boolean = () => true): Found {
    const entries = this.#inScope(scope);
    const callable: RankedTool[] = [];
    const locked: RankedTool[] = [];
    let rank = 0;
    for (const { entry, at, score } of this.#hits(query, entries)) {
      const status = this.#statuses(entry)[at];
      if (status === undefined) {
        if (callable.length < limit && accept(entry.tools[at]!)) callable.push(this.#ranked(entry, at, score));
      } else if (rank < lockedWindow && isReviewed(status)) locked.push(this.#ranked(entry, at, score));
      if (++rank >= lockedWindow && callable.length === limit) break;
    }
    return { callable, locked: [...this.#unreviewed(query, entries), ...locked] };
  }

  /** Tools that nobody has reviewed are not searched by what they say of themselves, only by a word in their names. */
  #unreviewed(query: string, entries: readonly Entry[]): RankedTool[] {
    const asked = nameParts(query);
    const found: RankedTool[] = [];
    for (const entry of entries) {
      for (const [at, status] of this.#statuses(entry).entries()) {
        const { name } = entry.tools[at]!;
        if (isReviewed(status) || isConfigDenied(entry.server, name)) continue;
        const lower = name.toLowerCase();
        if (asked.some(part => lower.includes(part))) found.push(this.#ranked(entry, at, 0));
      }
    }
    return found.sort(byName).slice(0, maxUnreviewed);
  }

  /** Counts for a server, or undefined where each of its tools may be called. */
  counts(server: string): ServerToolCounts | undefined {
    const entry = this.#entries.get(server);
    const statuses = entry === undefined ? [] : this.#statuses(entry);
    const count = (status: DisabledToolStatus | undefined) => statuses.filter(each => each === status).length;
    const locked = disabledToolStatuses.map(status => [status, count(status)] as const).filter(([, number]) => number > 0);
    return locked.length === 0 ? undefined : { callable: count(undefined), ...Object.fromEntries(locked) };
  }
}

/** What the configuration says of a tool. */
function gateOf(server: CatalogueServer, tool: string): Omit<GateState, 'approval' | 'approvalNeeded'> {
  const { enabled, quarantined } = server;
  return { configured: true, enabled, quarantined, configDenied: isConfigDenied(server, tool) };
}

function isOff({ enabled, quarantined }: CatalogueServer): boolean {
  return !enabled || quarantined;
}

/** Tools of several servers, numbered through. */
class Numbering {
  readonly #entries: readonly Entry[];
  /** Number of the first tool of each server. */
  readonly #firsts: readonly number[];

  constructor(entries: readonly Entry[]) {
    let first = 0;
    this.#entries = entries;
    this.#firsts = entries.map(({ tools }) => {
      first += tools.length;
      return first - tools.length;
    });
  }

  find(number: number): { readonly entry: Entry; readonly at: number } {
    let [low, high] = [0, this.#firsts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#firsts[middle]! <= number) low = middle;
      else high = middle;
    }
    return { entry: this.#entries[low]!, at: number - this.#firsts[low]! };
  }
}

/** The numbers of the scores above 0. */
function positive(scores: Float64Array): Uint32Array {
  const numbers = new Uint32Array(scores.length);
  let count = 0;
  for (let number = 0; number < scores.length; number++) if (scores[number]! > 0) numbers[count++] = number;
  return numbers.subarray(0, count);
}

/** What does not change while the list of tools stays the same. */
function lasting({ statuses: _statuses, names: _names, ...rest }: Entry): Entry {
  return rest;
}

const maxParts = 32;

/** The parts of a query that are looked for in names: runs of letters and digits, of two characters at least where there are any. */
function nameParts(query: string): string[] {
  const parts =
    query
      .slice(0, 1_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = parts.filter(part => part.length >= 2);
  return [...new Set(long.length > 0 ? long : parts)].slice(0, maxParts);
}
