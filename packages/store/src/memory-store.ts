import { checkKey, type StateKey, type StateStore, StoreError, type UpdateOptions, type WatchListener } from './store.js';

type Listener = (key: StateKey, writer: object) => void;

/** Expiries of texts, by the map that holds them; on the monotonic clock. */
const endsOf = new WeakMap<Map<string, string>, Map<string, number>>();

/** State in the memory of this process; stores with the same map share it. */
export function memoryStore(texts = new Map<string, string>(), listeners = new Set<Listener>()): StateStore {
  let closed = false;
  const self = {};
  const own = new Set<Listener>();
  const ends = endsOf.get(texts) ?? new Map<string, number>();
  endsOf.set(texts, ends);
  const nameOf = (key: StateKey) => {
    checkKey(key);
    if (closed) throw new StoreError(key, 'is asked of a store that is closed');
    return JSON.stringify(key);
  };
  const isBelow = (key: StateKey, prefix: StateKey) => key.length > prefix.length && prefix.every((segment, at) => key[at] === segment);
  const remove = (name: string) => {
    texts.delete(name);
    ends.delete(name);
  };
  const current = (name: string) => {
    if ((ends.get(name) ?? Number.POSITIVE_INFINITY) <= performance.now()) remove(name);
    return texts.get(name);
  };
  const namesBelow = (prefix: StateKey) => [...texts.keys()].filter(name => isBelow(JSON.parse(name) as string[], prefix));
  const set = (name: string, text: string, { keepMs }: UpdateOptions) => {
    texts.set(name, text);
    if (keepMs === undefined) ends.delete(name);
    else ends.set(name, performance.now() + keepMs);
  };
  return {
    read: async key => current(nameOf(key)),
    update: async (key, change, options = {}) => {
      const name = nameOf(key);
      const old = current(name);
      const next = change(old);
      if (next === old) return next;
      if (next === undefined) remove(name);
      else set(name, next, options);
      for (const listener of listeners) setImmediate(listener, key, self);
      return next;
    },
    renew: async (key, keepMs) => {
      const name = nameOf(key);
      const text = current(name);
      if (text !== undefined) set(name, text, { keepMs });
      return text;
    },
    limit: async (prefix, keepMs) => {
      for (const name of namesBelow(prefix)) {
        const text = current(name);
        if (text !== undefined && !ends.has(name)) set(name, text, { keepMs });
      }
    },
    list: async prefix => {
      if (closed) throw new StoreError(prefix, 'is asked of a store that is closed');
      return namesBelow(prefix)
        .filter(name => current(name) !== undefined)
        .map(name => JSON.parse(name) as string[]);
    },
    watch: (prefix, listener: WatchListener) => {
      const look: Listener = (key, writer) => {
        if (isBelow(key, prefix) && listeners.has(look)) listener({ key, own: writer === self });
      };
      listeners.add(look);
      own.add(look);
      return () => void listeners.delete(look);
    },
    close: async () => {
      closed = true;
      for (const look of own) listeners.delete(look);
    },
  };
}
