import { caches } from '../bounds/caches.js';

const maxKnown = 500;

/** What a function made of its last texts, made once. What it throws is thrown again. */
export function memoize<T>(make: (text: string) => T): (text: string) => T {
  const known = caches.map<string, T>();
  return text => {
    let value = known.get(text);
    if (value === undefined) {
      value = make(text);
      if (known.size >= maxKnown) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
