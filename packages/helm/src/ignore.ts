/** .helmignore: helm.sh/helm/v4 v4.2.4 pkg/ignore (rules.go). */
import { byteLength } from '@mcpgw/gotemplate';
import { HelmError } from './errors.js';
import { baseName, trimSpace } from './gostrings.js';
import { BadPatternError, pathMatch } from './path-match.js';

interface Pattern {
  readonly glob: string;
  /** What stands before the first special character: a path without it cannot match. */
  readonly prefix: string;
  readonly negate: boolean;
  readonly directoryOnly: boolean;
  /** Only the last element of the path is looked at. */
  readonly baseOnly: boolean;
}

/** The longest line that Go's bufio.Scanner takes. */
const maxLineBytes = 64 * 1024;

/** Path rules in file order. */
export class IgnoreRules {
  readonly #patterns: readonly Pattern[];
  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
  }

  /**
   * Whether a path (relative to the chart, with `/`) is left out: by the first rule that matches, or by the first
   * negated rule that does not match.
   */
  ignore(path: string, isDirectory: boolean): boolean {
    if (path === '' || path === '.' || path === './') return false;
    const base = baseName(path);
    return this.#patterns.some(pattern => {
      const matched = (!pattern.directoryOnly || isDirectory) && matches(pattern, pattern.baseOnly ? base : path);
      return matched !== pattern.negate;
    });
  }
}

/**
 * Reads the text of a .helmignore and adds Helm's own rule, dotfiles in `templates/`. Throws HelmError for a double star and
 * for a pattern that Go's filepath.Match refuses.
 */
export function parseIgnore(text: string): IgnoreRules {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  if (lines.some(line => line.length > maxLineBytes / 3 && byteLength(line) >= maxLineBytes))
    throw new HelmError('bufio.Scanner: token too long');
  return new IgnoreRules([...lines, 'templates/.?*'].map(parseRule).filter(pattern => pattern !== undefined));
}

function parseRule(line: string): Pattern | undefined {
  const rule = trimSpace(line);
  if (rule === '' || rule.startsWith('#')) return undefined;
  if (rule.includes('**')) throw new HelmError('double-star (**) syntax is not supported');
  checkPattern(rule);
  const negate = rule.startsWith('!');
  const plain = negate ? rule.slice(1) : rule;
  const directoryOnly = plain.endsWith('/');
  const path = directoryOnly ? plain.slice(0, -1) : plain;
  const glob = path.replace(/^\//, '');
  return { glob, prefix: /^[^*?[\\]*/.exec(glob)![0], negate, directoryOnly, baseOnly: !path.includes('/') };
}

function checkPattern(rule: string): void {
  try {
    pathMatch(rule, 'abc');
  } catch (error) {
    if (error instanceof BadPatternError) throw new HelmError(error.message);
    throw error;
  }
}

/** A malformed pattern that the check did not reach matches nothing. */
function matches({ glob, prefix }: Pattern, subject: string): boolean {
  if (!subject.startsWith(prefix)) return false;
  try {
    return pathMatch(glob, subject);
  } catch (error) {
    if (error instanceof BadPatternError) return false;
    throw error;
  }
}
