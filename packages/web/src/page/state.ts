/** What the page knows: the state of the gateway as its stream sends it, the connection to it, and messages for the person. */
import { useEffect, useState } from 'preact/hooks';
import type { PageState } from '../api/view.js';
import { ApiError, follow, hasToken } from './api.js';

/** Whether the stream of states is open. */
export type StreamLink = 'connecting' | 'live' | 'offline' | 'signed-out';

interface App {
  readonly link: StreamLink;
  readonly state: PageState | undefined;
  /** Why the person has to sign in (again); empty for the first time. */
  readonly refused: string;
  /** The result of the last action, until the next one. */
  readonly notice: { readonly kind: 'done' | 'problem'; readonly text: string } | undefined;
}

let app: App = { link: 'connecting', state: undefined, refused: '', notice: undefined };
/** The gateway's clock minus the one of this machine, in milliseconds. */
let clockOffset = 0;
const listeners = new Set<() => void>();

function set(change: Partial<App>): void {
  app = { ...app, ...change };
  for (const listener of listeners) listener();
}

/** The current time of the gateway, in milliseconds since 1970. */
export const gatewayNow = (): number => Date.now() + clockOffset;

/** What the page knows now; the component is drawn again when it changes. */
export function useApp(): App {
  const [, draw] = useState(0);
  useEffect(() => {
    const listener = () => draw(count => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return app;
}

/** Draws the component again every second; gives the time of the gateway. */
export function useNow(): number {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw(count => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return gatewayNow();
}

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
  set({ link: app.state ? 'offline' : 'connecting' });
  void follow('events', {}, following.signal, {
    onEvent: ({ data }) => {
      const state = data as PageState & { now: number };
      clockOffset = state.now - Date.now();
      set({ state, link: 'live', refused: '' });
    },
    onBreak: error => {
      if (error instanceof ApiError && error.status === 401)
        set({ link: 'signed-out', refused: hasToken() ? 'The gateway does not accept this token.' : '' });
      else if (error instanceof ApiError && error.status < 500) set({ link: 'signed-out', refused: `${error.message}.` });
      else set({ link: 'offline' });
    },
  });
}
