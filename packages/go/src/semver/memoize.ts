import { caches } from '../bounds/caches.js';

const maxKnown = 500;

/** Memoizes a function for its most recent texts. An error is memoized too and thrown again. */
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
