/** What replicas of a gateway tell each other about a session that several of them have: cancelled requests, answers of the client, roots. */
import { precheck } from '@mcpgw/failures';
import { exactJson, isPlainObject } from '@mcpgw/loader/internal';
import { type Replica, ReplicaGone } from '@mcpgw/replicas';
import type { Upstreams } from '@mcpgw/upstreams';
import type { RequestId, RpcResponse } from './json-rpc.js';
import type { Logger } from './logger.js';
import { logBackgroundFailure } from './request-log.js';
import type { ClientSession } from './session.js';
import type { Sessions } from './sessions.js';

/** The client cancelled the request. */
export class RequestCancelled extends Error {
  override name = 'RequestCancelled';
}

export interface PeersDeps {
  readonly replica: Replica;
  readonly sessions: Sessions;
  readonly upstreams: Pick<Upstreams, 'rootsChanged'>;
  readonly logger: Logger;
}

/** Ids of questions, which name the replica that asked. */
const askedBy = /^mcpgw-([A-Za-z0-9]{1,16})-\d+$/;

const takenBack = () => new RequestCancelled('the client took the request back');

function textIn(body: unknown, name: string): string {
  const value = isPlainObject(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
}

export class Peers {
  readonly #deps: PeersDeps;

  constructor(deps: PeersDeps) {
    this.#deps = deps;
    const { replica, sessions } = deps;
    const of = (body: unknown) => sessions.byDigest(textIn(body, 'session'));
    replica.on('cancel', body => {
      const id = isPlainObject(body) ? (body.id as RequestId) : '';
      of(body)?.cancel(id, takenBack());
    });
    replica.on('roots', body => {
      const session = of(body);
      if (session && textIn(body, 'from') !== replica.id) this.#rootsChangedHere(session);
    });
    replica.on('response', body => {
      const checked = precheck(Buffer.from(textIn(body, 'text')));
      if (!checked.violation) of(body)?.receiveResponse(checked.message as RpcResponse);
      return true;
    });
  }

  /** Cancels a request of a session, at whichever replica it runs. */
  cancel(session: ClientSession, id: RequestId): void {
    if (!session.cancel(id, takenBack())) void this.#deps.replica.tellAll('cancel', { session: session.digest, id });
  }

  /** Tells the servers of a session that the roots of its client changed. */
  rootsChanged(session: ClientSession): void {
    const { replica } = this.#deps;
    this.#rootsChangedHere(session);
    void replica.tellAll('roots', { session: session.digest, from: replica.id });
  }

  #rootsChangedHere(session: ClientSession): void {
    const { upstreams, logger } = this.#deps;
    upstreams.rootsChanged(session).catch(error => logBackgroundFailure(error, logger));
  }

  /**
   * Gives an answer of a client to the replica that asked. An answer to no question is dropped, and so is one to a replica that stopped.
   *
   * @throws StoreError where that replica cannot be told now
   */
  async answered(session: ClientSession, response: RpcResponse): Promise<void> {
    const { replica, logger } = this.#deps;
    if (session.receiveResponse(response)) return;
    const asker = askedBy.exec(String(response.id))?.[1];
    if (asker === undefined || asker === replica.id) return;
    try {
      await replica.ask(asker, 'response', { session: session.digest, text: exactJson(response) });
    } catch (error) {
      if (!(error instanceof ReplicaGone)) throw error;
      logger.debug('answer of a client dropped: the replica that asked has stopped', { replica: asker });
    }
  }
}
