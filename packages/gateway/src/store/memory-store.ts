import { checkKey, type StateKey, type StateStore, StoreError } from './store.js';

/** State of this process alone, gone when it ends; several stores that are given the same map share it. */
export function memoryStore(texts = new Map<string, string>(), listeners = new Set<(key: StateKey) => void>()): StateStore {
  let closed = false;
  const own = new Set<(key: StateKey) => void>();
  const nameOf = (key: StateKey) => {
    checkKey(key);
    if (closed) throw new StoreError(key, 'is asked of a store that is closed');
    return JSON.stringify(key);
  };
  const isBelow = (key: StateKey, prefix: StateKey) => key.length > prefix.length && prefix.every((segment, at) => key[at] === segment);
  return {
    read: async key => texts.get(nameOf(key)),
    update: async (key, change) => {
      const name = nameOf(key);
      const old = texts.get(name);
      const next = change(old);
      if (next === old) return next;
      if (next === undefined) texts.delete(name);
      else texts.set(name, next);
      for (const listener of listeners) setImmediate(listener, key);
      return next;
    },
    list: async prefix => {
      if (closed) throw new StoreError(prefix, 'is asked of a store that is closed');
      return [...texts.keys()].map(name => JSON.parse(name) as string[]).filter(key => isBelow(key, prefix));
    },
    watch: (prefix, listener) => {
      const look = (key: StateKey) => isBelow(key, prefix) && listeners.has(look) && listener();
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
