/** What the page knows: the state of the gateway as its stream sends it, the connection to it, and messages for the person. */
import type { PageState } from '../api/view.js';
import { ApiError, follow, hasToken, problemOf, willPass } from './api.js';
import { Store } from './store.js';

/** Whether the stream of states is open. */
export type StreamLink = 'connecting' | 'live' | 'offline' | 'signed-out';

/** What the page knows. */
export interface App {
  readonly link: StreamLink;
  readonly state: PageState | undefined;
  /** Why the person has to sign in (again); empty for the first time. */
  readonly refused: string;
  /** The result of the last action, until the next one. */
  readonly notice: { readonly kind: 'done' | 'problem'; readonly text: string } | undefined;
}

const app = new Store<App>({ link: 'connecting', state: undefined, refused: '', notice: undefined });
/** The gateway's clock minus the one of this machine, in milliseconds. */
let clockOffset = 0;

const set = (change: Partial<App>): void => app.set({ ...app.snapshot(), ...change });

/** The connection to the gateway, for what is read besides the state. */
export const link = {
  /** Calls `listener` whenever the gateway is there again, until the function that it gives is called. */
  onRecovery(listener: () => void): () => void {
    let before = app.snapshot().link;
    return app.subscribe(() => {
      const isBack = before !== 'live' && app.snapshot().link === 'live';
      before = app.snapshot().link;
      if (isBack) listener();
    });
  },
};

/** The current time of the gateway, in milliseconds since 1970. */
export const gatewayNow = (): number => Date.now() + clockOffset;

/** What the page knows now. */
export const appState: Pick<Store<App>, 'snapshot' | 'subscribe'> = app;

/** Shows the result of an action, also to people who hear the page. */
export function notify(kind: 'done' | 'problem', text: string): void {
  set({ notice: { kind, text } });
}

/** Removes the result of the last action. */
export function dismiss(): void {
  set({ notice: undefined });
}

let following: AbortController | undefined;

/** Follows the state of the gateway, from the start on and after each sign-in. */
export function connect(): void {
  following?.abort();
  following = new AbortController();
  set({ link: app.snapshot().state ? 'offline' : 'connecting' });
  void follow('events', {}, following.signal, {
    onEvent: ({ data }) => {
      const state = data as PageState & { now: number };
      clockOffset = state.now - Date.now();
      set({ state, link: 'live', refused: '' });
    },
    onBreak: error => {
      if (error instanceof ApiError && error.status === 401)
        set({ link: 'signed-out', refused: hasToken() ? 'The gateway does not accept this token.' : '' });
      else if (!willPass(error)) set({ link: 'signed-out', refused: problemOf(error) });
      else set({ link: 'offline' });
    },
  });
}
