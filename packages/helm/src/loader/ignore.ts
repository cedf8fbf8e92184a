/** .helmignore: helm.sh/helm/v4 v4.2.4 pkg/ignore (rules.go). */

import { BadPatternError, baseName, pathMatch } from '@mcpgw/go/path';
import { trimSpace } from '@mcpgw/go/strings';
import { byteLength } from '@mcpgw/go/values';
import { HelmError, LimitError } from '../common/errors.js';
import type { Warn } from '../common/warnings.js';

interface Pattern {
  readonly glob: string;
  /** What stands before the first special character: a path without it cannot match. */
  readonly prefix: string;
  readonly negate: boolean;
  readonly directoryOnly: boolean;
  /** Only the last element of the path is looked at. */
  readonly baseOnly: boolean;
  /** It is plain text with at most a star in front. */
  readonly isPlain: boolean;
}

/** The longest line that Go's bufio.Scanner takes. */
const maxLineBytes = 64 * 1024;

/**
 * What all rules of a chart may take together, about nanoseconds: a rule that is looked at costs `stepsPerRule`, one that is more than a
 * star before plain text `stepsPerPair` for each pair of its characters and of those of both texts, and one that is logged as malformed
 * `stepsPerLine`. 300 rules such as `*.bak` over 5,000 files take a tenth of it.
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
   * Whether a path (relative to the chart, with `/`) is left out: by the first rule that matches, or by the first
   * negated rule that does not match.
   *
   * @throws LimitError where the rules have taken more steps than those of a chart may
   */
  ignore(path: string, isDirectory: boolean): boolean {
    if (path === '' || path === '.' || path === './') return false;
    const base = baseName(path);
    return this.#patterns.some(pattern => {
      const matched = (!pattern.directoryOnly || isDirectory) && this.#matches(pattern, pattern.baseOnly ? base : path);
      return matched !== pattern.negate;
    });
  }

  /** Go's matcher reports a malformed part where a name reaches it; Helm logs that, and the pattern does not match the name. */
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
 * Reads the text of a .helmignore and adds Helm's own rule, dotfiles in `templates/`. Throws HelmError for a double star and
 * for a pattern that Go's filepath.Match refuses; `warn` takes what Helm logs of others.
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
  // The part before the first star is checked for every name, also where the line's own check did not see it as it is here.
  const prefix = matchOf(glob, 'abc') === undefined ? '' : /^[^*?[\\]*/.exec(glob)![0];
  return { glob, prefix, negate, directoryOnly, baseOnly: !path.includes('/'), isPlain: /^\*?[^*?[\\]*$/.test(glob) };
}

/** Whether a name matches; undefined where it reaches a malformed part of the pattern. */
function matchOf(glob: string, subject: string): boolean | undefined {
  try {
    return pathMatch(glob, subject);
  } catch (error) {
    if (error instanceof BadPatternError) return undefined;
    throw error;
  }
}
