/** A gateway behind the page that lives in memory, with servers and tools of every kind. */

import type { DisabledToolStatus } from '@mcpgw/approvals';
import type { AttentionItem } from '@mcpgw/attention';
import type { SourceTool } from '@mcpgw/upstreams';
import type {
  PageApproval,
  PageOffers,
  PageReview,
  PageServer,
  PageServerDetail,
  PageSession,
  PageTool,
  WebDeps,
} from '../src/api/deps.js';

const inputSchema = { type: 'object' as const, properties: { owner: { type: 'string' }, repo: { type: 'string' } }, required: ['owner'] };

export function pageTool(name: string, description: string, more: Partial<SourceTool> = {}): SourceTool {
  return { name, description, inputSchema, ...more };
}

/** A server with its tools. */
export interface FakeServer extends PageServer {
  readonly tools: readonly SourceTool[];
}

export function pageServer(name: string, tools: readonly SourceTool[], more: Partial<PageServer> = {}): FakeServer {
  const connection = { state: 'ready', status: 'available', error: null, attempts: 1, since: 1_700_000_000_000 } as const;
  const shared = { protocol: 'streamable-http', enabled: true, quarantined: false, trustMode: 'manual', serverInfo: `${name} 1.0.0` };
  return { name, ...shared, protocolVersion: '2025-11-25', connection, tools, ...more };
}

export interface FakeGateway extends WebDeps {
  list: FakeServer[];
  /** By `server:tool`, as `reviews`. */
  readonly locks: Map<string, DisabledToolStatus>;
  readonly reviews: Map<string, PageReview>;
  readonly calls: string[];
  readonly errors: unknown[];
  isReadOnly: boolean;
  /** The answer to a tried call, as JSON-RPC. */
  answer: string;
  visitor: string;
  items: AttentionItem[];
  sessionList: PageSession[];
  approvalList: PageApproval[];
  /** By server, as `offered`. */
  readonly details: Map<string, PageServerDetail>;
  readonly offered: Map<string, PageOffers | Error>;
  refused: string | undefined;
  changed(): void;
}

export function fakeGateway(servers: FakeServer[] = []): FakeGateway {
  const listeners = new Set<() => void>();
  let revision = 0;
  const pageTools = ({ name: server, tools }: FakeServer): PageTool[] =>
    tools.map(tool => {
      const status = gateway.locks.get(`${server}:${tool.name}`);
      const approval = gateway.reviews.get(`${server}:${tool.name}`)?.changed ? ('changed' as const) : ('new' as const);
      return {
        name: `${server}__${tool.name}`,
        isMapped: false,
        server,
        tool,
        ...(status && { status }),
        ...(status === 'pending_approval' && { approval }),
      };
    });
  const gateway: FakeGateway = {
    version: '0.1.0',
    list: servers,
    locks: new Map(),
    reviews: new Map(),
    calls: [],
    errors: [],
    isReadOnly: false,
    answer: '{"result":{"content":[{"type":"text","text":"done"}]}}',
    visitor: '',
    items: [],
    sessionList: [],
    approvalList: [],
    details: new Map(),
    offered: new Map(),
    refused: undefined,
    readOnly: () => gateway.isReadOnly,
    servers: () => gateway.list,
    tools: () => gateway.list.flatMap(pageTools).sort((a, b) => (`${a.server}:${a.tool.name}` < `${b.server}:${b.tool.name}` ? -1 : 1)),
    find: (server, name) => gateway.tools().find(found => found.server === server && found.tool.name === name),
    review: async ({ server, tool }) => gateway.reviews.get(`${server}:${tool.name}`) ?? { changed: false },
    approve: async (server, tools, by) => {
      gateway.calls.push(`approve ${tools.map(({ tool, hash }) => `${server}:${tool} ${hash}`).join(', ')} by ${by}`);
      if (tools.some(({ tool, hash }) => gateway.reviews.get(`${server}:${tool}`)?.hash !== hash)) return 'stale';
      for (const { tool } of tools) gateway.locks.delete(`${server}:${tool}`);
      gateway.changed();
      return 'done';
    },
    setEnabled: async (server, tool, enabled, by) => {
      gateway.calls.push(`${enabled ? 'enable' : 'disable'} ${server}:${tool} by ${by}`);
      if (enabled) gateway.locks.delete(`${server}:${tool}`);
      else gateway.locks.set(`${server}:${tool}`, 'disabled_by_user');
      gateway.changed();
      return 'done';
    },
    restart: server => void gateway.calls.push(`restart ${server}`),
    attention: () => gateway.items,
    toolsRevision: () => revision,
    switchServer: async (name, to, by) => {
      gateway.calls.push(`switch ${name} ${to} by ${by}`);
      gateway.list = gateway.list.map(server => {
        if (server.name !== name) return server;
        const { switched: _, ...rest } = server;
        if (to === 'on') return { ...rest, enabled: true, quarantined: false };
        const switched = { to, by, at: '2026-01-02T03:04:05.000Z' };
        return { ...rest, switched, enabled: to !== 'disabled', quarantined: to === 'quarantined' };
      });
      gateway.changed();
      return 'done';
    },
    detail: server => gateway.details.get(server) ?? { configuration: { transport: 'http' }, output: [], log: [] },
    call: async ({ server, tool, arguments: args }) => {
      gateway.calls.push(`call ${server}:${tool} ${args}`);
      return { text: gateway.answer, milliseconds: 12 };
    },
    sessions: () => gateway.sessionList,
    allSessions: async () => ({ sessions: gateway.sessionList, replicas: 1, silent: 0, isAlone: false }),
    offers: async server => {
      const offers = gateway.offered.get(server) ?? { prompts: [], resources: [], templates: [] };
      if (offers instanceof Error) throw offers;
      return offers;
    },
    approvals: () => gateway.approvalList,
    endpoint: () => ({ profiles: ['team'], asksForKey: gateway.visitor !== '', hasLogin: false }),
    visitorName: async () => gateway.visitor,
    onChange: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refusedConfiguration: () => gateway.refused,
    onError: error => void gateway.errors.push(error),
    changed: () => {
      revision++;
      for (const listener of listeners) listener();
    },
  };
  return gateway;
}
