/** Records what happens besides calls: configurations, servers, decisions about tools. */
import type { ActivityStore, EventName, EventRecord, Recorder, RecorderStatus } from '@mcpgw/activity';
import type { Decision, MadeDecision } from '@mcpgw/approvals';
import type { UpstreamEvent } from '@mcpgw/upstreams';
import type { ConfigSnapshot, Live } from './live-config.js';

const decisionEvents = {
  approve: 'tools_approved',
  enable: 'tools_enabled',
  disable: 'tools_disabled',
} as const satisfies Readonly<Record<Decision, EventName>>;

/** The event of a decision about tools. */
export function decisionEvent({ server, tools, decision, by }: MadeDecision): Omit<EventRecord, 'type'> {
  return { event: decisionEvents[decision], server, tools, by };
}

type ServerSetting = ConfigSnapshot['sources']['servers'][number];

export class ActivityEvents {
  readonly #recorder: Recorder | undefined;
  readonly #config: Live<ConfigSnapshot>;

  constructor(recorder: Recorder | undefined, config: Live<ConfigSnapshot>) {
    this.#recorder = recorder;
    this.#config = config;
  }

  /** Where the record is read; absent if nothing is recorded. */
  get store(): ActivityStore | undefined {
    return this.#isOn ? this.#recorder?.store : undefined;
  }

  /** Whether records can be written; absent if nothing is recorded. */
  get status(): RecorderStatus | undefined {
    return this.#isOn ? this.#recorder?.status : undefined;
  }

  get #isOn(): boolean {
    return this.#config.current.settings.activity.enabled;
  }

  #add(event: Omit<EventRecord, 'type'>): void {
    if (this.#isOn) this.#recorder?.event(event);
  }

  upstream(event: UpstreamEvent): void {
    const { server } = event;
    if (event.kind === 'ready') this.#add({ event: 'server_ready', server });
    else if (event.kind === 'lost') this.#add({ event: 'server_lost', server, reason: event.error });
    else if (event.kind === 'failed' && !event.isRepeated) this.#add({ event: 'server_failed', server, reason: event.error });
  }

  decided({ server, tools, decision, by }: MadeDecision): void {
    this.#add(decisionEvent({ server, tools, decision, by }));
  }

  restarted(server: string, by: string): void {
    this.#add({ event: 'server_restarted', server, by });
  }

  /** A person disabled a server, put it into quarantine, or ended that. */
  switched(server: string, to: 'on' | 'disabled' | 'quarantined', by: string): void {
    if (to === 'on') this.#add({ event: 'server_enabled', server, by });
    else this.#add({ event: 'server_disabled', server, by, reason: to });
  }

  /** A login on the page; `by` is whose login it is, absent for that of the gateway. */
  loggedIn(server: string, by: string | undefined): void {
    this.#add({ event: 'logged_in', server, ...(by !== undefined && { by }) });
  }

  refused(reason: string): void {
    this.#add({ event: 'configuration_refused', reason });
  }

  /** A configuration was applied: the event, and one for each server that came, went, or was switched. */
  reloaded(before: ConfigSnapshot, after: ConfigSnapshot): void {
    this.#add({ event: 'configuration_reloaded' });
    const [old, now] = [before, after].map(({ sources }) => new Map(sources.servers.map(server => [server.name, server])));
    for (const [server, settings] of now!) {
      const known = old!.get(server);
      if (known === undefined) this.#add({ event: 'server_added', server });
      else if (isUsed(known) !== isUsed(settings)) this.#add({ event: isUsed(settings) ? 'server_enabled' : 'server_disabled', server });
    }
    for (const server of old!.keys()) if (!now!.has(server)) this.#add({ event: 'server_removed', server });
  }
}

const isUsed = ({ enabled, quarantined }: ServerSetting): boolean => enabled && !quarantined;
