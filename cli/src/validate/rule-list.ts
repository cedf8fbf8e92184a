import { nearest } from '@mcpgw/diagnostics';
import { allRules, type ListedRule } from '@mcpgw/validate';
import { CliError } from '../errors.js';

/** Every rule by its id. */
export const ruleInfos = (): ReadonlyMap<string, ListedRule> => new Map(allRules().map(rule => [rule.id, rule]));

/** The ids of all rules. */
export const ruleIds = (): string[] => allRules().map(rule => rule.id);

/** The output of `mcpgw rules`. */
export function listRules(output: 'text' | 'json'): string {
  const all = allRules();
  if (output === 'json') return `${JSON.stringify(all, null, 2)}\n`;
  const width = Math.max(...all.map(rule => rule.id.length));
  return all
    .map(
      rule =>
        `${rule.id.padEnd(width)}  ${rule.severity.padEnd(7)}  ${rule.why}${rule.versions === 'in every version' ? '' : ` (${rule.versions})`}\n`,
    )
    .join('');
}

/** The output of `mcpgw validate --explain RULE`. @throws CliError for an unknown rule */
export function explainRule(id: string): string {
  const all = allRules();
  const rule = all.find(candidate => candidate.id === id);
  if (rule !== undefined)
    return `${rule.id}: ${rule.severity}, ${rule.versions}\n\n${rule.why}\n${rule.fix === undefined ? '' : `\nFix: ${rule.fix}\n`}\n${rule.docs}\n`;
  const near = nearest(
    id,
    all.map(candidate => candidate.id),
  );
  throw new CliError(`there is no rule "${id}"${near === undefined ? '; mcpgw rules lists the rules' : `; did you mean "${near}"?`}`);
}
