/**
 * A module of Node's own C++ code, without the JavaScript around it: `node:v8` and `node:zlib` load Node's streams, which costs a
 * short run milliseconds (docs/adr/0003-start-up.md).
 *
 * @returns undefined in a version of Node that does not provide it
 */
export function nativeBinding<T>(name: 'v8' | 'zlib'): Partial<T> | undefined {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return (process as unknown as { binding?(name: string): Partial<T> }).binding?.(name);
  } catch {
    return undefined;
  } finally {
    process.noDeprecation = noDeprecation ?? false;
  }
}
