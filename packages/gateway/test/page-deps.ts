/** A gateway behind the page that lives in memory, with servers and tools of every kind. */
import type { SourceTool } from '../src/sources/source.js';
import type { ActionOutcome, LockReason, PageRecord, PageServer, WebDeps } from '../src/web/deps.js';

const inputSchema = { type: 'object' as const, properties: { owner: { type: 'string' }, repo: { type: 'string' } }, required: ['owner'] };

export function pageTool(name: string, description: string, more: Partial<SourceTool> = {}): SourceTool {
  return { name, description, inputSchema, ...more };
}

export function pageServer(name: string, tools: readonly SourceTool[], more: Partial<PageServer> = {}): PageServer {
  const connection = { state: 'ready', status: 'available', error: null, attempts: 1, since: 1_700_000_000_000 } as const;
  const shared = { protocol: 'streamable-http', enabled: true, quarantined: false, trustMode: 'manual', serverInfo: `${name} 1.0.0` };
  return { name, ...shared, protocolVersion: '2025-11-25', connection, tools, ...more };
}

export interface FakeGateway extends WebDeps {
  list: PageServer[];
  readonly locks: Map<string, LockReason>;
  readonly records: Map<string, PageRecord>;
  readonly calls: string[];
  readonly errors: unknown[];
  isReadOnly: boolean;
  refused: string | undefined;
  changed(): void;
}

export function fakeGateway(servers: PageServer[] = []): FakeGateway {
  const listeners = new Set<() => void>();
  const settle = (key: string, hash?: string): ActionOutcome => {
    const record = gateway.records.get(key);
    if (hash !== undefined && record?.currentHash !== hash) return 'stale';
    return 'done';
  };
  const gateway: FakeGateway = {
    version: '0.1.0',
    list: servers,
    locks: new Map(),
    records: new Map(),
    calls: [],
    errors: [],
    isReadOnly: false,
    refused: undefined,
    readOnly: () => gateway.isReadOnly,
    servers: () => gateway.list,
    statusOf: (server, tool) => gateway.locks.get(`${server}:${tool}`),
    record: (server, tool) => gateway.records.get(`${server}:${tool}`),
    approve: async (server, tool, hash, by) => {
      gateway.calls.push(`approve ${server}:${tool} ${hash} by ${by}`);
      const outcome = settle(`${server}:${tool}`, hash);
      if (outcome === 'done') gateway.locks.delete(`${server}:${tool}`);
      gateway.changed();
      return outcome;
    },
    setEnabled: async (server, tool, enabled, by) => {
      gateway.calls.push(`${enabled ? 'enable' : 'disable'} ${server}:${tool} by ${by}`);
      if (enabled) gateway.locks.delete(`${server}:${tool}`);
      else gateway.locks.set(`${server}:${tool}`, 'disabled_by_user');
      gateway.changed();
      return 'done';
    },
    restart: async server => void gateway.calls.push(`restart ${server}`),
    onChange: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refusedConfiguration: () => gateway.refused,
    onError: error => void gateway.errors.push(error),
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
  return gateway;
}
