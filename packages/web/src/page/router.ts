/** Places of the page, as the part of its address behind `#`: `#/tools?server=github`. */

import { useStore } from './hooks.js';
import type { Subscribe } from './store.js';

/** A place of the page. */
export interface Route {
  /** Decoded segments; none is the overview. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The place that a fragment names. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

/** The link to a place. Empty parameters are left out. */
export function linkTo(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${path.map(encodeURIComponent).join('/')}${search}`;
}

/** Goes to a place; `isReplaced` leaves no entry in the history. */
export function go(link: string, isReplaced = false): void {
  if (link === location.hash) return;
  if (!isReplaced) location.hash = link;
  else {
    history.replaceState(null, '', link);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

/** Calls `listener` whenever the place changes, until the returned function is called. */
export const onHashChange: Subscribe = listener => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** Where the page is now. */
export function useRoute(): Route {
  return parseRoute(useStore(onHashChange, () => location.hash));
}
