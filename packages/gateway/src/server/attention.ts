/** What of the running gateway needs a person: its state, and what of it is measured. */
import { cachedToolHash } from '@mcpgw/approvals';
import { type AttentionServer, AttentionWatch, clockAhead, diskRoom, type Measured } from '@mcpgw/attention';
import type { LiveConfig } from './live-config.js';
import type { Logger } from './logger.js';
import { logBackgroundFailure } from './request-log.js';
import type { ServerSwitches } from './server-switches.js';
import type { Parts } from './wire.js';

/** What is there besides the parts. */
export interface AttentionDeps {
  readonly config: LiveConfig;
  readonly logger: Logger;
  /** The folder of the state, whose disk is measured. */
  readonly stateFolder?: string | undefined;
  /** The decisions of people that keep servers off. */
  readonly switches: Pick<ServerSwitches, 'of'>;
  readonly approveCommand?: ((server?: string) => string | undefined) | undefined;
}

const namesOf = (tools: readonly { readonly name: string }[]): readonly string[] => tools.map(({ name }) => name);

/** The list over the parts of a gateway. It follows what the parts tell of, and checks the rest from time to time. */
export function watchAttention(parts: Parts, { config, logger, stateFolder, approveCommand, switches }: AttentionDeps): AttentionWatch {
  const { upstreams, approvals, catalogue, circuit, activity, logins, store, sessionStore } = parts;
  const serverOf = (state: ReturnType<typeof upstreams.states>[number]): AttentionServer => {
    const { fresh, changed } = catalogue.waiting(state.name);
    const trouble = approvals.trouble(state.name);
    const approvalsFault = trouble && { kind: trouble.kind, reason: trouble.error.message };
    const waiting = {
      fresh: namesOf(fresh),
      changed: changed.map(tool => ({ name: tool.name, hash: cachedToolHash(tool) ?? '' })),
      unnamed: catalogue.unnamed(state.name),
    };
    return { ...state, ...waiting, switched: switches.of(state.name), ...(approvalsFault && { approvalsFault }) };
  };
  const measure = async (): Promise<Measured> => {
    const [disk, clockAheadMs, known] = await Promise.all([
      stateFolder === undefined ? undefined : diskRoom(stateFolder),
      store.shared && clockAhead(store.shared, Date.now),
      logins.list(),
    ]);
    return { ...(disk && { disk }), ...(clockAheadMs !== undefined && { clockAheadMs }), ...known };
  };
  const watch = new AttentionWatch({
    state: () => ({
      servers: upstreams.states().map(serverOf),
      ...(circuit.fault && { storeFault: circuit.fault.message }),
      ...(sessionStore.unkept && { sessionsFault: sessionStore.unkept.reason }),
      ...(config.refusal && { refused: config.refusal }),
      needsRestart: config.current.sources.needsRestart,
      ...(activity.status && { record: activity.status }),
      ...(approveCommand && { approveCommand }),
    }),
    measure: () =>
      measure().catch(error => {
        logBackgroundFailure(error, logger);
        return {};
      }),
    logger,
  });
  const changed = () => watch.changed();
  upstreams.onChange(changed);
  approvals.onChange(changed);
  config.onChange(changed);
  return watch;
}
