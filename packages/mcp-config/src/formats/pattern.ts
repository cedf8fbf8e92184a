/** Regular expressions in the syntax of RE2, which match in linear time. */
import type { Problem } from '@mcpgw/structure';

// Loaded on first use: few configurations have patterns.
const re2 = () => (require('re2js') as typeof import('re2js')).RE2JS;

/** Whether a pattern matches a text; undefined if it is no pattern of RE2. */
export function patternMatches(pattern: string, text: string): boolean | undefined {
  try {
    return re2().compile(pattern).matcher(text).find();
  } catch {
    return undefined;
  }
}

/** What is wrong with a text that should be a pattern. */
export function patternProblem(text: string): Problem | undefined {
  if (patternMatches(text, '') !== undefined) return undefined;
  return {
    message: `"${text.slice(0, 200)}" is not a regular expression of RE2`,
    suggestion: 'use the syntax of RE2, which has no look-around and no backreferences',
  };
}
