/** What components follow: values that change outside of them, without a change that is missed. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get, type Query } from './api.js';
import { Loader, type ReadState } from './loader.js';
import { type App, appState, gatewayNow } from './state.js';
import type { Subscribe } from './store.js';

/**
 * The value now; the component is drawn again when it changes. A component subscribes after it was drawn, so the value is looked at once
 * more then: whatever changed between the drawing and the subscription is not lost.
 */
export function useStore<T>(subscribe: Subscribe, snapshot: () => T): T {
  const value = snapshot();
  const drawn = useRef(value);
  drawn.current = value;
  const [, draw] = useState(0);
  useEffect(() => {
    const check = () => {
      if (!Object.is(drawn.current, snapshot())) draw(count => count + 1);
    };
    const forget = subscribe(check);
    check();
    return forget;
  }, [subscribe]);
  return value;
}

/** What the page knows now; the component is drawn again when it changes. */
export const useApp = (): App => useStore(appState.subscribe, appState.snapshot);

/** Draws the component again every second; gives the time of the gateway. */
export function useNow(): number {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw(count => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return gatewayNow();
}

/** What was read, and a way to have it read again. */
export interface ReadAgain<T> extends ReadState<T> {
  again(): void;
}

/** What a loader reads, again whenever `version` changes. The loader ends with the component. */
export function useLoader<T>(loader: Loader<T>, version: unknown = ''): ReadState<T> {
  const found = useStore(loader.subscribe, loader.snapshot);
  useEffect(() => () => loader.close(), [loader]);
  useEffect(() => loader.ask(), [loader, version]);
  return found;
}

/** Reads from the API, again whenever the path, the query or `version` changes. Earlier data of the same query stay until newer ones are there. */
export function useLoaded<T>(path: string, query: Query = {}, version: unknown = ''): ReadAgain<T> {
  const key = JSON.stringify([path, query]);
  const loader = useMemo(() => new Loader(signal => get<T>(path, query, signal)), [key]);
  return { ...useLoader(loader, version), again: loader.ask };
}
