/** Adapts the running gateway for the page. */
import type { ActivityStore } from '@mcpgw/activity';
import { ApprovalError, type Approvals, approvalStatus, cachedToolHash } from '@mcpgw/approvals';
import { StoreError } from '@mcpgw/store';
import type { Upstreams } from '@mcpgw/upstreams';
import type { Catalogue } from '../discovery/catalogue.js';
import type { ActionOutcome, PageReview, PageTool, WebDeps } from './deps.js';

export interface PageSources extends Pick<WebDeps, 'version' | 'readOnly' | 'refusedConfiguration' | 'onError' | 'login' | 'callerOf'> {
  readonly upstreams: Pick<Upstreams, 'states' | 'restart' | 'onChange'>;
  readonly catalogue: Pick<Catalogue, 'all' | 'find'>;
  /** The record of activity: where it is read, and who is told of a restart. */
  readonly activity?: { readonly store: ActivityStore | undefined; restarted(server: string, by: string): void };
  readonly approvals: Pick<Approvals, 'lookup' | 'approvedContent' | 'decide' | 'enable' | 'disable' | 'onChange'>;
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

/** Creates the page's interface from the gateway's objects. */
export function gatewayDeps({ upstreams, catalogue, approvals, activity, ...rest }: PageSources): WebDeps {
  const trustOf = (server: string) => upstreams.states().find(({ name }) => name === server)?.trustMode ?? 'manual';
  const review = async ({ server, tool }: PageTool): Promise<PageReview> => {
    const hash = cachedToolHash(tool);
    const found = approvals.lookup(server, tool.name);
    const changed = found.kind === 'record' && approvalStatus(found.record, tool, trustOf(server)) === 'changed';
    const approved = changed ? await approvals.approvedContent(server, tool.name) : undefined;
    return { changed, ...(hash !== undefined && { hash }), ...(approved && { approved }) };
  };
  return {
    ...rest,
    servers: () => upstreams.states(),
    tools: () => catalogue.all(),
    find: (server, name) => catalogue.find(server, name),
    review,
    approve: (server, tools, by) => outcomeOf(approvals.decide(server, tools, 'approve', by), rest.onError),
    setEnabled: (server, tool, enabled, by) =>
      outcomeOf(enabled ? approvals.enable(server, tool, by) : approvals.disable(server, tool, by), rest.onError),
    restart: (server, by) => {
      upstreams.restart(server);
      activity?.restarted(server, by);
    },
    activity: () => activity?.store,
    onChange: listener => {
      const ends = [upstreams.onChange(listener), approvals.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
