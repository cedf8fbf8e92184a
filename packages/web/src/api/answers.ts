/** What the API of the page answers: one function for each address that is read. */
import type { IncomingMessage } from 'node:http';
import type { AttentionItem } from '@mcpgw/attention';
import { clientEntries } from '@mcpgw/mcp-config';
import { findServer, findTool } from './actions.js';
import { activityPage } from './activity-api.js';
import type { PageApproval, PageOffers, PageTool, WebDeps } from './deps.js';
import { PageError } from './request.js';
import type { ServerChange, ServerHistory } from './server-history.js';
import { listTools, maxListed, type PageState, type ServerView, serverViews, type ToolDetail, toolDetail } from './view.js';

type Query = URLSearchParams;

/** What an answer is made from. */
export interface Asked {
  readonly query: Query;
  /** For a visitor who may only read, these decide nothing. */
  readonly deps: WebDeps;
  readonly history: ServerHistory;
  /** Whether the visitor may decide. */
  readonly decides: boolean;
  readonly request: IncomingMessage;
}

type Answer = (asked: Asked) => unknown | Promise<unknown>;

function number(query: Query, name: string, fallback: number, max: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\d{1,7}$/.test(text) || Number(text) > max) throw new PageError(400, 'malformed', `${name} must be a number from 0 to ${max}`);
  return Number(text);
}

const wordsOf = (query: Query): string[] =>
  (query.get('query') ?? '').slice(0, 400).toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20);

function toolQuery(query: Query) {
  const [server, status, hint] = ['server', 'status', 'hint'].map(name => query.get(name));
  return {
    words: wordsOf(query),
    ...(server && { server }),
    ...(status && { status }),
    ...(hint && { hint }),
    offset: number(query, 'offset', 0, 1_000_000),
    limit: number(query, 'limit', 100, maxListed),
  };
}

/** Why nothing can be changed where the configuration forbids it. */
export const configuredReadOnly = 'the configuration forbids changes (read_only_mode)';

/** What needs a person; who may not act is offered no action. */
const attentionOf = (deps: WebDeps): AttentionItem[] =>
  deps.attention().map(({ action, ...item }) => ({ ...item, ...(action && !deps.readOnly() && { action }) }));

/** The state that the page shows everywhere. */
export function stateOf(deps: WebDeps, decides: boolean): PageState {
  return {
    version: deps.version,
    readOnly: deps.readOnly(),
    readOnlyReason: deps.readOnly() ? (deps.readOnlyReason?.() ?? configuredReadOnly) : null,
    decides,
    servers: serverViews(deps),
    attention: attentionOf(deps),
    refusedConfiguration: deps.refusedConfiguration?.() ?? null,
    toolsRevision: deps.toolsRevision(),
    sessions: deps.sessions().length,
  };
}

/** Limits of one review: number of tools, and characters of all their texts. */
const maxReviewed = 50;
const maxReviewText = 1 << 20;

/** The tools of a server that wait for a decision. */
export interface ReviewList {
  readonly server: string;
  readonly tools: readonly ToolDetail[];
  /** Further tools that wait: for a later review, or because they cannot be shown completely. */
  readonly left: number;
}

/** Changed tools come first: somebody relies on them. */
async function reviewOf(server: string, deps: WebDeps): Promise<ReviewList> {
  findServer(deps, server);
  const found = deps.tools().filter(tool => tool.server === server && tool.status === 'pending_approval');
  const isChanged = ({ approval }: PageTool) => approval === 'changed';
  const waiting = [...found.filter(isChanged), ...found.filter(tool => !isChanged(tool))];
  const tools: ToolDetail[] = [];
  let size = 0;
  for (const tool of waiting) {
    const detail = toolDetail(tool, await deps.review(tool), deps.readOnly());
    size += JSON.stringify(detail).length;
    if (tools.length >= maxReviewed || size > maxReviewText) break;
    if (detail.hash !== null && !detail.truncated) tools.push(detail);
  }
  return { server, tools, left: waiting.length - tools.length };
}

/** The page of one server. */
export interface ServerReport extends ServerView {
  readonly history: readonly ServerChange[];
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly output: readonly { readonly time: number; readonly text: string }[];
  readonly log: readonly { readonly time: number; readonly level: string; readonly text: string }[];
  readonly instructions: string;
}

function serverReport({ query, deps, history }: Asked): ServerReport {
  const { name } = findServer(deps, query.get('server') ?? '');
  const view = serverViews(deps).find(server => server.name === name)!;
  const { configuration, output, log, instructions = '' } = deps.detail(name);
  return { ...view, history: history.of(name), configuration, output, log, instructions };
}

/** What one server offers besides tools, or why that is not known. */
export interface OffersView extends PageOffers {
  readonly server: string;
  readonly problem: string;
  /** Whether a list is cut, because it is too long to show. */
  readonly isCut: boolean;
}

const noOffers: PageOffers = { prompts: [], resources: [], templates: [] };
const offersMs = 10_000;
const maxOffers = 2000;

async function offersOf({ query, deps }: Asked): Promise<OffersView> {
  const { name, connection } = findServer(deps, query.get('server') ?? '');
  if (connection.state !== 'ready') return { server: name, ...noOffers, problem: 'the server is not connected', isCut: false };
  try {
    const offers = await deps.offers(name, AbortSignal.timeout(offersMs));
    const cut = (items: readonly Readonly<Record<string, unknown>>[]) => items.slice(0, maxOffers);
    const { prompts, resources, templates } = offers;
    const isCut = [prompts, resources, templates].some(({ length }) => length > maxOffers);
    return { server: name, prompts: cut(prompts), resources: cut(resources), templates: cut(templates), problem: '', isCut };
  } catch (error) {
    return { server: name, ...noOffers, problem: error instanceof Error ? error.message : 'the server cannot be asked', isCut: false };
  }
}

/** A part of the decisions about tools, the newest first. */
export interface ApprovalList {
  readonly total: number;
  readonly approvals: readonly PageApproval[];
}

const latest = ({ approvedAt, firstSeenAt }: PageApproval): string => approvedAt ?? firstSeenAt;

function approvalsOf({ query, deps }: Asked): ApprovalList {
  const words = wordsOf(query);
  const found = deps.approvals().filter(({ server, tool, approvedBy = '', disabledBy = '' }) => {
    const text = `${server}:${tool} ${approvedBy} ${disabledBy}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const offset = number(query, 'offset', 0, 1_000_000);
  found.sort((a, b) => (latest(a) < latest(b) ? 1 : latest(a) > latest(b) ? -1 : 0));
  return { total: found.length, approvals: found.slice(offset, offset + number(query, 'limit', 200, maxListed)) };
}

/** Texts with which clients are connected to an address of this gateway. */
function connectionsOf({ query, deps }: Asked): object {
  const url = query.get('url') ?? '';
  if (url.length > 2000 || !/^https?:\/\/[\w.:[\]-]+\/[\w./-]*$/i.test(url))
    throw new PageError(400, 'malformed', '"url" must be an http address');
  const endpoint = deps.endpoint();
  return { ...endpoint, entries: clientEntries({ name: 'mcpgw', url, needsKey: endpoint.asksForKey }) };
}

async function detailOf({ query, deps }: Asked): Promise<ToolDetail> {
  const tool = findTool(deps, query.get('server') ?? '', query.get('tool') ?? '');
  return toolDetail(tool, await deps.review(tool), deps.readOnly());
}

/** By their path below `api/`. */
export const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['state', ({ deps, decides }) => ({ ...stateOf(deps, decides), now: Date.now() })],
  ['attention', ({ deps }) => ({ items: attentionOf(deps) })],
  ['tools', ({ query, deps }) => listTools(deps, toolQuery(query))],
  ['tool', detailOf],
  ['server', serverReport],
  ['offers', offersOf],
  ['sessions', ({ deps }) => deps.allSessions()],
  ['approvals', approvalsOf],
  ['connect', connectionsOf],
  ['activity', ({ query, deps }) => activityPage(query, deps)],
  ['review', ({ query, deps }) => reviewOf(query.get('server') ?? '', deps)],
]);

/** What only those who may decide are told: what other clients do, and what a configuration or a program says. */
export const forDeciders: ReadonlySet<string> = new Set(['activity', 'activity/events', 'server', 'sessions', 'approvals']);
