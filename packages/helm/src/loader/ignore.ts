/** .helmignore: helm.sh/helm/v4 v4.2.4 pkg/ignore (rules.go). */

import { BadPatternError, baseName, pathMatch } from '@mcpgw/go/path';
import { trimSpace } from '@mcpgw/go/strings';
import { byteLength } from '@mcpgw/go/values';
import { HelmError, LimitError } from '../common/errors.js';
import type { Warn } from '../common/warnings.js';

interface Pattern {
  readonly glob: string;
  /** The text before the first special character. A path that does not start with it cannot match. */
  readonly prefix: string;
  readonly negate: boolean;
  readonly directoryOnly: boolean;
  /** Only the last element of the path is matched. */
  readonly baseOnly: boolean;
  /** The pattern is plain text with at most one leading star. */
  readonly isPlain: boolean;
}

/** The longest line that Go's bufio.Scanner accepts. */
const maxLineBytes = 64 * 1024;

/**
 * The total cost that all rules of a chart may have, roughly in nanoseconds. A rule that is checked costs `stepsPerRule`. A rule that is
 * more than a star before plain text costs `stepsPerPair` for each pair of a character of the pattern and a character of the pattern or the
 * path. A rule that is logged as malformed costs `stepsPerLine`. 300 rules such as `*.bak` over 5,000 files take a tenth of the limit.
 */
const maxSteps = 1_000_000_000;
const stepsPerRule = 64;
const stepsPerPair = 40;
const stepsPerLine = 1_000_000;

const malformed = 'syntax error in pattern';

/** Path rules in file order. */
export class IgnoreRules {
  readonly #patterns: readonly Pattern[];
  readonly #warn: Warn;
  #steps = 0;

  constructor(patterns: readonly Pattern[], warn: Warn) {
    this.#patterns = patterns;
    this.#warn = warn;
  }

  /**
   * Whether a path (relative to the chart, with `/`) is excluded: by the first rule that matches, or by the first negated rule that does
   * not match.
   *
   * @throws LimitError if the rules exceed the total cost for a chart
   */
  ignore(path: string, isDirectory: boolean): boolean {
    if (path === '' || path === '.' || path === './') return false;
    const base = baseName(path);
    return this.#patterns.some(pattern => {
      const matched = (!pattern.directoryOnly || isDirectory) && this.#matches(pattern, pattern.baseOnly ? base : path);
      return matched !== pattern.negate;
    });
  }

  /** Go's matcher reports a malformed part only when a name reaches it. Helm logs that, and the pattern does not match the name. */
  #matches({ glob, prefix, isPlain }: Pattern, subject: string): boolean {
    const isCandidate = subject.startsWith(prefix);
    this.#spend(stepsPerRule + (isCandidate && !isPlain ? stepsPerPair * glob.length * (glob.length + subject.length) : 0));
    const matched = isCandidate ? matchOf(glob, subject) : false;
    if (matched === undefined) {
      this.#spend(stepsPerLine);
      const attributes = [
        ['rule', glob],
        ['error', malformed],
      ] as const;
      this.#warn({ level: 'ERROR', message: 'failed to compile', attributes });
    }
    return matched === true;
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) throw new LimitError('.helmignore has too many rules for the files of the chart');
  }
}

/**
 * Parses the text of a .helmignore and adds Helm's own rule for dotfiles in `templates/`. `warn` receives what Helm logs about malformed
 * patterns that it accepts.
 *
 * @throws HelmError for a double star and for a pattern that Go's filepath.Match refuses
 */
export function parseIgnore(text: string, warn: Warn = () => {}): IgnoreRules {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  if (lines.some(line => line.length > maxLineBytes / 3 && byteLength(line) >= maxLineBytes))
    throw new HelmError('bufio.Scanner: token too long');
  return new IgnoreRules(
    [...lines, 'templates/.?*'].map(parseRule).filter(pattern => pattern !== undefined),
    warn,
  );
}

function parseRule(line: string): Pattern | undefined {
  const rule = trimSpace(line);
  if (rule === '' || rule.startsWith('#')) return undefined;
  if (rule.includes('**')) throw new HelmError('double-star (**) syntax is not supported');
  if (matchOf(rule, 'abc') === undefined) throw new HelmError(malformed);
  const negate = rule.startsWith('!');
  const plain = negate ? rule.slice(1) : rule;
  const directoryOnly = plain.endsWith('/');
  const path = directoryOnly ? plain.slice(0, -1) : plain;
  const glob = path.replace(/^\//, '');
  // The part before the first star is checked for every name, even if the check of the line did not reach it.
  const prefix = matchOf(glob, 'abc') === undefined ? '' : /^[^*?[\\]*/.exec(glob)![0];
  return { glob, prefix, negate, directoryOnly, baseOnly: !path.includes('/'), isPlain: /^\*?[^*?[\\]*$/.test(glob) };
}

/** Whether a name matches; undefined if the match reaches a malformed part of the pattern. */
function matchOf(glob: string, subject: string): boolean | undefined {
  try {
    return pathMatch(glob, subject);
  } catch (error) {
    if (error instanceof BadPatternError) return undefined;
    throw error;
  }
}
