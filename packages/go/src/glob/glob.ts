/** The patterns of `.Files.Glob`: gobwas/glob v0.2.3 with `/` as the separator, including its peculiarities. */
import { toByteString } from '../values/byte-string.js';
import { compileNode } from './compile.js';
import { matchAll } from './match.js';
import { GlobError, parseGlob } from './parse.js';

const maxPattern = 4096;

/**
 * Compiles a pattern to a test of names; undefined for a malformed pattern, for which Helm takes every file. The test throws FuncError if a
 * match takes too many steps.
 */
export function compileGlob(pattern: string): ((name: string) => boolean) | undefined {
  try {
    return globMatcher(pattern);
  } catch (error) {
    if (error instanceof GlobError) return undefined;
    throw error;
  }
}

/**
 * Like compileGlob, but reports a malformed pattern.
 *
 * @throws GlobError with the library's message
 */
export function globMatcher(pattern: string): (name: string) => boolean {
  if (pattern.length > maxPattern) throw new GlobError('pattern is too long');
  const matcher = compileNode(parseGlob(pattern));
  return name => matchAll(matcher, toByteString(name));
}
