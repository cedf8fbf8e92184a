/** Appends to the list of a key. */
export function addTo<K, V>(map: Map<K, V[]>, key: K, values: readonly V[]): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [...values]);
  else for (const value of values) list.push(value);
}
