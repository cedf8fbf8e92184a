import type { UpstreamSettings } from './settings.js';
import type { ConnectionInfo } from './types.js';

/** What happened to a connection; `restarted` is the end of one that somebody asked for. */
export type ConnectionEvent = 'connecting' | 'ready' | 'failed' | 'lost' | 'restarted';

/** The state of one server's connection as people see it, and its entries in the log: an outage that goes on in one way is marked as repeated. */
export class ConnectionLog {
  readonly #server: string;
  readonly #onEvent: UpstreamSettings['onEvent'];
  #info: ConnectionInfo = { state: 'disabled', error: null, attempts: 0, since: Date.now() };
  /** The last log entry about the current outage. */
  #toldFailure: string | undefined;

  constructor(server: string, onEvent: UpstreamSettings['onEvent']) {
    this.#server = server;
    this.#onEvent = onEvent;
  }

  get info(): ConnectionInfo {
    return this.#info;
  }

  /** Takes a change of the connection; `counts` are of the tools that were listed last. */
  note(info: ConnectionInfo, event: ConnectionEvent, counts: { readonly tools: number; readonly omitted: number }): void {
    const server = this.#server;
    // While attempts go on, the reason of the last failure stays visible.
    const error = info.state === 'connecting' ? this.#info.error : info.error;
    const status = info.status ?? this.#info.status;
    const needsLogin = info.state === 'connecting' ? this.#info.needsLogin : info.needsLogin;
    const { remedy, failure } = info.state === 'connecting' ? this.#info : info;
    const more = { ...(remedy !== undefined && { remedy }), ...(failure && { failure }) };
    this.#info = { ...info, error, ...(status && { status }), ...(needsLogin && { needsLogin }), ...more };
    if (event === 'ready') {
      this.#toldFailure = undefined;
      this.#onEvent({ kind: 'ready', server, ...counts, attempts: info.attempts });
    } else if (event === 'lost') {
      this.#toldFailure = undefined;
      this.#onEvent({ kind: 'lost', server, error: info.error ?? '' });
    } else if (event === 'restarted') {
      this.#toldFailure = undefined;
      this.#onEvent({ kind: 'restarted', server });
    } else if (event === 'failed' && info.status && info.status !== 'available') {
      const told = JSON.stringify([info.status, info.error]);
      const isRepeated = told === this.#toldFailure;
      this.#toldFailure = told;
      this.#onEvent({ kind: 'failed', server, status: info.status, error: info.error ?? '', attempts: info.attempts, isRepeated });
    }
  }
}
