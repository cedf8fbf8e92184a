/** Approvals of tools, shared through a store by all gateways and commands that use it. */

import { createHash } from 'node:crypto';
import type { TrustMode } from '@mcpgw/mcp-config';
import { type StateStore, StoreError } from '@mcpgw/store';
import { Queues } from '@mcpgw/store/internal';
import type { SourceTool } from '@mcpgw/upstreams';
import { incomparable, type Kept, needsApproval, observed } from './observe.js';
import { ApprovalFormatError, type ApprovalRecord, formatRecords, parseRecords } from './record.js';
import { cachedToolHash, isApprovedInFirstForm, isFirstForm } from './tool-hash.js';

/**
 * The state of a tool's approval. `error`: the store cannot be read, so nothing counts as approved; or the listed form of this tool is
 * not approved and cannot be recorded.
 */
export type ApprovalLookup =
  | { readonly kind: 'record'; readonly record: ApprovalRecord }
  | { readonly kind: 'none' }
  | { readonly kind: 'error'; readonly error: StoreError };

export type ApprovalProblem = 'unknown_tool' | 'changed_meanwhile' | 'incomparable';

const problemTexts: Readonly<Record<ApprovalProblem, string>> = {
  unknown_tool: 'is not known: its server has not listed it yet',
  changed_meanwhile: 'has changed since it was looked at: look at it again',
  incomparable: 'has a schema that is nested too deeply to be approved',
};

/** An approval that cannot be given. */
export class ApprovalError extends Error {
  override name = 'ApprovalError';
  readonly problem: ApprovalProblem;
  readonly server: string;
  readonly tool: string;
  constructor(problem: ApprovalProblem, server: string, tool: string) {
    super(`${server}:${tool} ${problemTexts[problem]}`);
    this.problem = problem;
    this.server = server;
    this.tool = tool;
  }
}

/** The approved form of a tool that has changed since. */
export interface ApprovedContent {
  readonly tool: Partial<SourceTool>;
  /** Whether `tool` is complete; older approvals recorded only description and schemas. */
  readonly isWhole: boolean;
}

export interface ApproveOptions {
  /** The approving person, for the record. */
  readonly by: string;
  /** The hash of the reviewed form; the approval is refused if the tool has changed since. */
  readonly hash?: string;
}

export type Decision = 'approve' | 'enable' | 'disable';

/** A tool of a decision; an approval is refused if its hash has changed since. */
export interface DecidedTool {
  readonly tool: string;
  readonly hash?: string;
}

/** A decision that was made and stored. */
export interface MadeDecision {
  readonly server: string;
  readonly tools: readonly string[];
  readonly decision: Decision;
  /** Who made it. */
  readonly by: string;
}

type Records = ReadonlyMap<string, ApprovalRecord>;

const root = 'approvals';
const recordsKey = (server: string) => [root, server];
const contentsKey = (server: string) => [root, server, 'contents'];
const retryMs = 2_000;

function approved(record: ApprovalRecord, { by, hash }: ApproveOptions, at: string): ApprovalRecord {
  const { approvedAs: _, ...rest } = record;
  const { serverName, toolName, currentHash } = rest;
  if (currentHash === incomparable) throw new ApprovalError('incomparable', serverName, toolName);
  if (hash !== undefined && hash !== currentHash) throw new ApprovalError('changed_meanwhile', serverName, toolName);
  return { ...rest, status: 'approved', approvedHash: currentHash, approvedAt: at, approvedBy: by };
}

function decided(record: ApprovalRecord, decision: Decision, options: ApproveOptions, at: string): ApprovalRecord {
  if (decision === 'approve') return approved(record, options, at);
  return { ...record, disabled: decision === 'disable', disabledBy: options.by };
}

export class Approvals {
  readonly #store: StateStore;
  readonly #clock: () => Date;
  readonly #onDecision: (decision: MadeDecision) => void;
  /** As last read from the store, by server. */
  readonly #records = new Map<string, { readonly hash: string; readonly records: Records }>();
  /** Servers whose records cannot be read. */
  readonly #errors = new Map<string, StoreError>();
  /** Servers whose records are known, but whose current tools cannot be recorded. */
  readonly #unwritten = new Map<string, StoreError>();
  readonly #revisions = new Map<string, number>();
  /** As last listed, by server. */
  readonly #listed = new Map<string, { readonly tools: readonly SourceTool[]; readonly trust: TrustMode }>();
  readonly #listeners = new Set<() => void>();
  readonly #retries = new Map<string, NodeJS.Timeout>();
  readonly #queues = new Queues();
  readonly #endWatch: () => void;

  /** `onDecision` is told of every decision that is made here. */
  constructor(store: StateStore, clock: () => Date = () => new Date(), onDecision: (decision: MadeDecision) => void = () => {}) {
    this.#store = store;
    this.#onDecision = onDecision;
    this.#clock = clock;
    this.#endWatch = store.watch([root], () => void this.refresh());
  }

  /**
   * Records the tools that a server lists: with trust `auto` all are approved, else new and changed tools wait.
   * Never rejects. If the store fails, records that can be read, or were read before, stay in effect: `lookup` gives the error only for
   * new and changed tools. If nothing was ever read, or the stored data is damaged, it gives the error for all. It is tried again.
   */
  async observe(server: string, tools: readonly SourceTool[], trust: TrustMode): Promise<void> {
    this.#listed.set(server, { tools, trust });
    const at = this.#clock().toISOString();
    await this.#guarded(server, async () => {
      try {
        const kept = await this.#keptForFirstForm(server);
        await this.#update(server, records => observed(server, records, tools, trust, at, kept));
      } catch (error) {
        if (!(error instanceof StoreError) || error.damaged) throw error;
        await this.#goOnWithout(server, error);
      }
    });
  }

  /** The store does not accept a server's tools: its records stay in effect. @throws StoreError if the records are not known */
  async #goOnWithout(server: string, error: StoreError): Promise<void> {
    if (!this.#records.has(server) || this.#errors.has(server)) this.#keep(server, await this.#store.read(recordsKey(server)));
    this.#holdsOn(server, error);
  }

  /** The records stay as they were read last. */
  #holdsOn(server: string, error: StoreError): void {
    const before = this.#unwritten.get(server);
    this.#unwritten.set(server, error);
    this.#tryAgain(server);
    if (before?.message !== error.message) this.#tell(server);
  }

  /** The recorded content of approved tools, if approvals in the first form of the hash must be interpreted. */
  async #keptForFirstForm(server: string): Promise<Kept> {
    const records = this.#records.get(server)?.records ?? this.#parse(server, await this.#store.read(recordsKey(server)));
    const isOld = [...records.values()].some(({ approvedHash }) => approvedHash !== undefined && isFirstForm(approvedHash));
    return isOld ? parseContents(await this.#store.read(contentsKey(server))) : new Map();
  }

  /** Forgets the tools of a server that is off, removed, or replaced. */
  forgetList(server: string): void {
    this.#listed.delete(server);
    if (this.#unwritten.delete(server)) this.#tell(server);
  }

  /** Reads the records of a server that is not connected. Never rejects, like `observe`. */
  async load(server: string): Promise<void> {
    await this.#guarded(server, async () => {
      try {
        this.#keep(server, await this.#store.read(recordsKey(server)));
        if (!this.#listed.has(server) && this.#unwritten.delete(server)) this.#tell(server);
      } catch (error) {
        if (!(error instanceof StoreError) || error.damaged || !this.#records.has(server) || this.#errors.has(server)) throw error;
        this.#holdsOn(server, error);
      }
    });
  }

  /** Reads the records of all known servers again: other gateways and commands may have changed them. */
  async refresh(): Promise<void> {
    await Promise.all([...new Set([...this.#records.keys(), ...this.#errors.keys()])].map(server => this.load(server)));
  }

  async #guarded(server: string, work: () => Promise<void>): Promise<void> {
    try {
      await this.#queues.run(server, work);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const before = this.#errors.get(server);
      this.#errors.set(server, error);
      this.#tryAgain(server);
      if (before?.message !== error.message) this.#tell(server);
    }
  }

  #tryAgain(server: string): void {
    clearTimeout(this.#retries.get(server));
    const again = () => {
      const listed = this.#listed.get(server);
      void (listed === undefined ? this.load(server) : this.observe(server, listed.tools, listed.trust));
    };
    this.#retries.set(server, setTimeout(again, retryMs).unref());
  }

  #parse(server: string, text: string | undefined): Records {
    try {
      return parseRecords(server, text);
    } catch (error) {
      if (error instanceof ApprovalFormatError) throw new StoreError(recordsKey(server), 'is not understood', error, true);
      throw error;
    }
  }

  /** `records`, if given, are the parsed form of `text`. */
  #keep(server: string, text: string | undefined, records?: Records): void {
    const before = this.#records.get(server);
    const hash = createHash('sha256')
      .update(text ?? '')
      .digest('base64');
    if (before !== undefined && !this.#errors.has(server) && before.hash === hash) return;
    this.#records.set(server, { hash, records: records ?? this.#parse(server, text) });
    this.#errors.delete(server);
    this.#tell(server);
  }

  async #update(server: string, change: (records: Records) => Records): Promise<void> {
    let next: Records = new Map();
    const text = await this.#store.update(recordsKey(server), old => {
      const records = this.#parse(server, old);
      next = change(records);
      return sameRecords(records, next) ? old : formatRecords(next);
    });
    const wasUnwritten = this.#unwritten.delete(server);
    this.#keep(server, text, next);
    if (wasUnwritten) this.#tell(server);
  }

  #tell(server: string): void {
    this.#revisions.set(server, this.revision(server) + 1);
    for (const listener of this.#listeners) listener();
  }

  /** A number that changes whenever `lookup` or `records` may give another answer for the server. */
  revision(server: string): number {
    return this.#revisions.get(server) ?? 0;
  }

  /** `listed` is the tool as its server lists it now, if known. */
  lookup(server: string, tool: string, listed?: SourceTool): ApprovalLookup {
    const error = this.#errors.get(server);
    if (error !== undefined) return { kind: 'error', error };
    const record = this.get(server, tool);
    const unwritten = this.#unwritten.get(server);
    if (unwritten && listed && this.#isUnrecorded(server, record, listed)) return { kind: 'error', error: unwritten };
    return record === undefined ? { kind: 'none' } : { kind: 'record', record };
  }

  /** Whether a tool waits but cannot be approved, because its current form is not recorded. */
  #isUnrecorded(server: string, record: ApprovalRecord | undefined, listed: SourceTool): boolean {
    const trust = this.#listed.get(server)?.trust ?? 'manual';
    if (!needsApproval(trust) || record?.disabled) return false;
    if (record === undefined) return true;
    return record.currentHash !== (cachedToolHash(listed) ?? incomparable) && approvalStatus(record, listed, trust) !== 'approved';
  }

  /** The fault of a server's records: they cannot be read, so that all tools are locked, or new tools cannot be written. */
  trouble(server: string): { readonly kind: 'unreadable' | 'unwritable'; readonly error: StoreError } | undefined {
    const unreadable = this.#errors.get(server);
    if (unreadable) return { kind: 'unreadable', error: unreadable };
    const unwritable = this.#unwritten.get(server);
    return unwritable && { kind: 'unwritable', error: unwritable };
  }

  get(server: string, tool: string): ApprovalRecord | undefined {
    return this.#records.get(server)?.records.get(tool);
  }

  /** All records of a server, as last read. */
  records(server: string): readonly ApprovalRecord[] {
    return [...(this.#records.get(server)?.records.values() ?? [])];
  }

  /** The approved form of a tool, if it is recorded. @throws StoreError */
  async approvedContent(server: string, tool: string): Promise<ApprovedContent | undefined> {
    const { approvedHash, approvedAs } = this.get(server, tool) ?? {};
    const kept = parseContents(await this.#store.read(contentsKey(server))).get(tool);
    if (kept?.hash === undefined || (kept.hash !== approvedHash && kept.hash !== approvedAs)) return undefined;
    return { tool: kept.content, isWhole: kept.isWhole === true };
  }

  /** Approves a tool as its server lists it now. @throws ApprovalError, StoreError */
  async approve(server: string, tool: string, { by, hash }: ApproveOptions): Promise<void> {
    await this.decide(server, [{ tool, ...(hash !== undefined && { hash }) }], 'approve', by);
  }

  /** Enables a tool that a user had disabled. @throws ApprovalError, StoreError */
  async enable(server: string, tool: string, by: string): Promise<void> {
    await this.decide(server, [{ tool }], 'enable', by);
  }

  /** Disables a tool. @throws ApprovalError, StoreError */
  async disable(server: string, tool: string, by: string): Promise<void> {
    await this.decide(server, [{ tool }], 'disable', by);
  }

  /** One decision on several tools of a server, all of them or none. @throws ApprovalError, StoreError */
  async decide(server: string, tools: readonly DecidedTool[], decision: Decision, by: string): Promise<void> {
    const at = this.#clock().toISOString();
    const change = (records: Records) => {
      const next = new Map(records);
      for (const { tool, hash } of tools) {
        const record = records.get(tool);
        if (record === undefined) throw new ApprovalError('unknown_tool', server, tool);
        next.set(tool, decided(record, decision, { by, ...(hash !== undefined && { hash }) }, at));
      }
      return next;
    };
    await this.#queues.run(server, () => this.#update(server, change));
    this.#onDecision({ server, tools: tools.map(({ tool }) => tool), decision, by });
    if (decision === 'approve') await this.#keepContents(server, new Set(tools.map(({ tool }) => tool)));
  }

  /** Stores the approved form, so that a later change can be shown beside it. */
  async #keepContents(server: string, names: ReadonlySet<string>): Promise<void> {
    const tools = this.#listed.get(server)?.tools.filter(tool => names.has(tool.name)) ?? [];
    if (tools.length === 0) return;
    await this.#store.update(contentsKey(server), old => {
      const contents = parseContents(old);
      for (const tool of tools) contents.set(tool.name, keptContent(tool));
      return JSON.stringify([...contents].filter(([name]) => this.get(server, name) !== undefined));
    });
  }

  /** Calls `listener` after records changed, here or in another process. Returns a function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends the watch; the store stays open. */
  close(): void {
    this.#endWatch();
    this.#listeners.clear();
    for (const timer of this.#retries.values()) clearTimeout(timer);
  }
}

interface KeptContent {
  readonly hash: string | undefined;
  readonly content: Partial<SourceTool>;
  readonly isWhole?: boolean;
}

function keptContent(tool: SourceTool): KeptContent {
  return { hash: cachedToolHash(tool), content: tool, isWhole: true };
}

/** A text that cannot be read contains nothing that a decision depends on. */
function parseContents(text: string | undefined): Map<string, KeptContent> {
  try {
    return new Map(JSON.parse(text ?? '[]') as [string, KeptContent][]);
  } catch {
    return new Map();
  }
}

function sameRecords(before: Records, after: Records): boolean {
  return before.size === after.size && [...after].every(([name, record]) => before.get(name) === record);
}

/**
 * The state of a tool's approval for the form that this gateway sees; the record may be of the form that another gateway sees. Without
 * `tool`, only the record decides.
 */
export function approvalStatus(record: ApprovalRecord, tool: SourceTool | undefined, trust: TrustMode): ApprovalRecord['status'] {
  const { approvedHash, currentHash } = record;
  if (!needsApproval(trust)) return 'approved';
  if (approvedHash === undefined) return 'pending';
  const hash = tool === undefined ? currentHash : cachedToolHash(tool);
  const isApproved = approvedHash === hash || (tool !== undefined && isApprovedInFirstForm(tool, approvedHash));
  return isApproved ? 'approved' : 'changed';
}
