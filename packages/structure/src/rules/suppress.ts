/** Suppressions: comments `# mcpgw-ignore RULE: reason` in a file, and `rules` in `mcpgw.config.yaml`. */
import { type Finding, LineIndex, nearest, type Span } from '@mcpgw/diagnostics';

interface Suppression {
  readonly rule: string;
  readonly reason: string;
  readonly span: Span;
  /** Lines, counted from 1, whose findings the comment suppresses; undefined for the whole file. */
  readonly lines: readonly number[] | undefined;
  used: boolean;
}

const comment = /#[ \t]*mcpgw-ignore(-file)?[ \t]+([\w-]+)[ \t]*(?::[ \t]*(.*))?$/gm;

/**
 * Removes the findings that comments in the file suppress, and adds findings for comments that suppress nothing, give
 * no reason, or name no rule. A comment applies to its own line and the next one; `mcpgw-ignore-file` applies to the whole file.
 */
export function applyComments(source: string, findings: readonly Finding[], file: string, knownRules: () => readonly string[]): Finding[] {
  if (!source.includes('mcpgw-ignore')) return [...findings];
  const index = new LineIndex(source);
  const suppressions = readComments(source, index);
  const kept = findings.filter(finding => !isSilenced(finding, index, suppressions));
  return [...kept, ...suppressions.flatMap(suppression => check(suppression, file, knownRules()))];
}

function readComments(source: string, index: LineIndex): Suppression[] {
  return [...source.matchAll(comment)].map(match => {
    const [whole, wide, rule, reason = ''] = match;
    const line = index.position(match.index).line;
    const span = { start: match.index, end: match.index + whole.length };
    return { rule: rule!, reason: reason.trim(), span, lines: wide === undefined ? [line, line + 1] : undefined, used: false };
  });
}

function isSilenced(finding: Finding, index: LineIndex, suppressions: readonly Suppression[]): boolean {
  const line = index.position(finding.span?.start ?? 0).line;
  const matching = suppressions.filter(({ rule, lines }) => rule === finding.rule && (lines === undefined || lines.includes(line)));
  for (const suppression of matching) suppression.used = true;
  return matching.length > 0;
}

function check(suppression: Suppression, file: string, knownRules: readonly string[]): Finding[] {
  const { rule, reason, span, used } = suppression;
  const base = { file, span };
  if (!knownRules.includes(rule)) return [unknownRule(rule, base, knownRules)];
  if (!used)
    return [
      {
        ...base,
        rule: 'stale-suppression',
        severity: 'warning',
        message: `"${rule}" is silenced here, and finds nothing`,
        suggestion: 'remove the comment',
      },
    ];
  if (reason !== '') return [];
  return [
    {
      ...base,
      rule: 'reasonless-suppression',
      severity: 'warning',
      message: `"${rule}" is silenced without a reason`,
      suggestion: `write "# mcpgw-ignore ${rule}: why"`,
    },
  ];
}

function unknownRule(rule: string, base: Pick<Finding, 'file' | 'span'>, knownRules: readonly string[]): Finding {
  const near = nearest(rule, knownRules);
  const suggestion = near === undefined ? 'mcpgw rules lists the rules' : `did you mean "${near}"?`;
  return { ...base, rule: 'unknown-rule', severity: 'error', message: `there is no rule "${rule}"`, suggestion };
}
