/** Adapts the running gateway for the page. */
import type { IncomingMessage } from 'node:http';
import { type Caller, callerName } from '@mcpgw/access';
import { ApprovalError, approvalStatus, cachedToolHash } from '@mcpgw/approvals';
import type { AttentionWatch } from '@mcpgw/attention';
import { precheck, toWireError } from '@mcpgw/failures';
import { shownConfiguration } from '@mcpgw/loader/internal';
import type { Replica } from '@mcpgw/replicas';
import { StoreError } from '@mcpgw/store';
import type { ConfiguredServer } from '@mcpgw/upstreams';
import type {
  ActionOutcome,
  PageOffers,
  PageReview,
  PageSession,
  PageSessions,
  PageTool,
  TriedAnswer,
  TriedCall,
  WebDeps,
} from '@mcpgw/web';
import { sessionMark } from './call-record.js';
import { capabilitiesKey } from './era.js';
import { errorText, type RpcRequest } from './json-rpc.js';
import type { LiveConfig } from './live-config.js';
import type { LogTail } from './log-tail.js';
import type { ServerSwitches } from './server-switches.js';
import type { ClientSession } from './session.js';
import type { Sessions } from './sessions.js';
import type { Parts } from './wire.js';

type Own = 'version' | 'readOnly' | 'refusedConfiguration' | 'onError' | 'login' | 'callerOf';

/** What the page is made from. */
export interface PageSources extends Pick<WebDeps, Own> {
  readonly parts: Pick<Parts, 'upstreams' | 'catalogue' | 'approvals' | 'activity' | 'sessions' | 'endpoint' | 'streams' | 'logins'>;
  readonly config: LiveConfig;
  readonly attention: Pick<AttentionWatch, 'items' | 'onChange'>;
  readonly log: LogTail;
  readonly switches: ServerSwitches;
  /** The servers of the configuration. */
  readonly servers: () => readonly ConfiguredServer[];
  /** Who uses the page, for a call that is tried out. */
  readonly visitor: (request: IncomingMessage) => Promise<Caller>;
}

async function outcomeOf(decision: Promise<void>, onError: WebDeps['onError']): Promise<ActionOutcome> {
  try {
    await decision;
    return 'done';
  } catch (error) {
    if (error instanceof ApprovalError) return approvalOutcomes[error.problem];
    if (!(error instanceof StoreError)) throw error;
    onError?.(error);
    return 'store';
  }
}

const approvalOutcomes = { unknown_tool: 'unknown', changed_meanwhile: 'stale', incomparable: 'incomparable' } as const;

/** Longest name of a client that is shown. */
const maxName = 100;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxName) : '');

function sessionView(session: ClientSession, now: number): PageSession {
  const { identity, caller, profile } = session;
  return {
    mark: sessionMark(session),
    client: textOf(identity.clientInfo.name),
    clientVersion: textOf(identity.clientInfo.version),
    protocolVersion: identity.protocolVersion,
    caller: caller ? callerName(caller) : '',
    ...(profile !== undefined && { profile }),
    inFlight: session.callsInFlight,
    isListening: session.listening,
    idleMs: Math.max(0, now - session.lastSeen),
  };
}

const ownSessions = (sessions: Sessions): PageSession[] => {
  const now = performance.now();
  return [...sessions.all()].map(session => sessionView(session, now));
};

/** What replicas ask each other for their sessions. */
const sessionsKind = 'sessions';

/** One session of several replicas: a client that changes between them is known to each. */
function joinedSession(a: PageSession, b: PageSession): PageSession {
  const latest = a.idleMs <= b.idleMs ? a : b;
  return { ...latest, inFlight: a.inFlight + b.inFlight, isListening: a.isListening || b.isListening };
}

async function allSessions(sessions: Sessions, replica: Replica): Promise<PageSessions> {
  let heard: Awaited<ReturnType<Replica['askAll']>>;
  try {
    heard = await replica.askAll(sessionsKind, {});
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { sessions: ownSessions(sessions), replicas: 1, silent: 0, isAlone: true };
  }
  const found = new Map<string, PageSession>();
  for (const session of (heard.answers as readonly (readonly PageSession[])[]).flat()) {
    const known = found.get(session.mark);
    found.set(session.mark, known ? joinedSession(known, session) : session);
  }
  return { sessions: [...found.values()], replicas: heard.asked, silent: heard.asked - heard.answers.length, isAlone: false };
}

/** Methods that list what a server offers besides tools. */
const offerMethods = { prompts: 'prompts/list', resources: 'resources/list', templates: 'resources/templates/list' } as const;

/** The stream of a call that is tried out: nobody reads what a server sends besides the answer. */
const unread = { open: false, write: () => {} };

let tries = 0;

/** What the page can be asked for a person: values for a form, and to open an address. */
const pageMeta = JSON.stringify({ [capabilitiesKey]: { elicitation: { form: {}, url: {} } } });

/** The request of a tried call, checked as those of clients are. It is one of revision 2026-07-28, so that its questions are results. */
function triedMessage(
  name: string,
  { arguments: args, carried }: TriedCall,
): { readonly message: RpcRequest } | { readonly refused: string } {
  const id = `page-${++tries}`;
  const answers = carried ? `,"requestState":${JSON.stringify(carried.requestState)},"inputResponses":${carried.inputResponses}` : '';
  const text = `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${args},"_meta":${pageMeta}${answers}}}`;
  const checked = precheck(Buffer.from(text));
  if (checked.violation) return { refused: errorText(id, toWireError(checked.violation)) };
  return { message: checked.message as RpcRequest };
}

/** Makes the call of a visitor, on the path of every call: profiles, locks, limits, record. */
async function tried(call: TriedCall, caller: Caller, signal: AbortSignal, { parts, config }: PageSources): Promise<TriedAnswer> {
  const began = performance.now();
  const made = triedMessage(config.current.names.of(call.server, call.tool) ?? `${call.server}:${call.tool}`, call);
  if ('refused' in made) return { text: made.refused, milliseconds: 0 };
  const bytes = Buffer.byteLength(call.arguments);
  const context = { era: 'modern', profile: undefined, caller, bytes, session: undefined, writer: unread, trace: {} } as const;
  const request = parts.endpoint.request(made.message, context);
  if (signal.aborted) request.abort();
  signal.addEventListener('abort', () => request.abort(), { once: true });
  const answer = await request.answer;
  return { text: answer?.text ?? '{"error":{"message":"the call was cancelled"}}', milliseconds: performance.now() - began };
}

async function offersOf(server: string, signal: AbortSignal, { parts: { upstreams } }: PageSources): Promise<PageOffers> {
  const { capabilities } = upstreams.state(server) ?? {};
  const listed = async (method: (typeof offerMethods)[keyof typeof offerMethods], isOffered: boolean) =>
    isOffered ? upstreams.list(server, method, signal) : [];
  const [prompts, resources, templates] = await Promise.all([
    listed(offerMethods.prompts, capabilities?.prompts !== undefined),
    listed(offerMethods.resources, capabilities?.resources !== undefined),
    listed(offerMethods.templates, capabilities?.resources !== undefined),
  ]);
  return { prompts, resources, templates };
}

/** Creates the page's interface from the gateway's objects. */
export function gatewayDeps(sources: PageSources): WebDeps {
  const { parts, config, log, switches, servers, visitor, attention, ...rest } = sources;
  const { upstreams, catalogue, approvals, activity, sessions, streams, logins } = parts;
  streams.replica.on(sessionsKind, () => ownSessions(sessions));
  const trustOf = (server: string) => upstreams.state(server)?.trustMode ?? 'manual';
  const review = async ({ server, tool }: PageTool): Promise<PageReview> => {
    const hash = cachedToolHash(tool);
    const found = approvals.lookup(server, tool.name);
    const changed = found.kind === 'record' && approvalStatus(found.record, tool, trustOf(server)) === 'changed';
    const approved = changed ? await approvals.approvedContent(server, tool.name) : undefined;
    return { changed, ...(hash !== undefined && { hash }), ...(approved && { approved }) };
  };
  const withSwitch = (state: ReturnType<typeof upstreams.states>[number]) => {
    const switched = switches.of(state.name);
    const exchangesTokens = logins.exchangesTokensOfCallers(state.name);
    return switched === undefined && !exchangesTokens ? state : { ...state, ...(switched && { switched }), exchangesTokens };
  };
  return {
    ...rest,
    attention: () => attention.items(),
    servers: () => upstreams.states().map(withSwitch),
    tools: () => catalogue.all(),
    toolsRevision: () => catalogue.revision,
    find: (server, name) => catalogue.find(server, name),
    review,
    approve: (server, tools, by) => outcomeOf(approvals.decide(server, tools, 'approve', by), rest.onError),
    setEnabled: (server, tool, enabled, by) =>
      outcomeOf(enabled ? approvals.enable(server, tool, by) : approvals.disable(server, tool, by), rest.onError),
    restart: (server, by) => {
      upstreams.restart(server);
      activity.restarted(server, by);
    },
    switchServer: async (server, to, by) => {
      const outcome = await outcomeOf(switches.decide(server, to, by), rest.onError);
      if (outcome === 'done') activity.switched(server, to, by);
      return outcome;
    },
    detail: server => {
      const configured = servers().find(({ name }) => name === server);
      const { instructions } = upstreams.state(server) ?? {};
      return {
        configuration: configured && 'connection' in configured ? shownConfiguration(configured) : { transport: 'rest' },
        output: upstreams.output(server),
        log: log.of(server),
        ...(instructions !== undefined && { instructions }),
      };
    },
    call: async (call, request, signal) => {
      const caller = await visitor(request);
      logins.callerTokens.note(caller, request);
      return tried(call, caller, signal, sources);
    },
    sessions: () => ownSessions(sessions),
    allSessions: () => allSessions(sessions, streams.replica),
    offers: (server, signal) => offersOf(server, signal, sources),
    approvals: () =>
      upstreams.names.flatMap(name =>
        approvals.records(name).map(({ serverName, toolName, ...record }) => ({ ...record, server: serverName, tool: toolName })),
      ),
    endpoint: () => ({
      profiles: config.current.settings.profiles.map(({ name }) => name),
      asksForKey: config.current.access.asks,
      hasLogin: config.current.access.hasIssuers,
    }),
    visitorName: async request => {
      if (!config.current.access.asks) return '';
      const caller = await visitor(request);
      return caller.kind === 'key' || caller.kind === 'token' ? callerName(caller) : '';
    },
    activity: () => activity.store,
    onChange: listener => {
      const ends = [upstreams.onChange(listener), approvals.onChange(listener), attention.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
