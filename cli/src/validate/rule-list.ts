import { nearest } from '@mcpgw/diagnostics';
import { type Answer, questions } from '@mcpgw/structure';
import {
  allRules,
  areas,
  censuses,
  explainedRule,
  type FormatCensus,
  type ListedRule,
  pageAddress,
  rulePage,
  type Settings,
} from '@mcpgw/validate';
import { CliError } from '../errors.js';
import type { RuleInfo } from '../output/sarif.js';

/** Every rule by its id, with its page and the address of it. */
export const ruleInfos = (settings: Pick<Settings, 'docsUrl'>): ReadonlyMap<string, RuleInfo> =>
  new Map(
    allRules().map(rule => {
      const page = { text: explainedRule(rule), markdown: rulePage(rule) };
      return [rule.id, { id: rule.id, severity: rule.severity, why: rule.why, docs: pageAddress(rule.docs, settings), page }];
    }),
  );

/** The ids of all rules. */
export const ruleIds = (): string[] => allRules().map(rule => rule.id);

/** The output of `mcpgw rules`: by area as text, by id as JSON. */
export function listRules(output: 'text' | 'json'): string {
  const all = allRules();
  if (output === 'json') return `${JSON.stringify(all, null, 2)}\n`;
  const width = Math.max(...all.map(rule => rule.id.length));
  const line = ({ id, severity, why, versions }: ListedRule): string =>
    `${id.padEnd(width)}  ${severity.padEnd(7)}  ${why}${versions === 'in every version' ? '' : ` (${versions})`}\n`;
  return areas
    .map(
      area =>
        `${area}\n\n${all
          .filter(rule => rule.area === area)
          .map(line)
          .join('')}`,
    )
    .join('\n');
}

/** The output of `mcpgw rules --fields`: what is checked per field, of all formats or of one. @throws CliError for an unknown format */
export function listFields(format: string | true, output: 'text' | 'json'): string {
  const chosen = censuses.filter(census => format === true || census.format === format);
  if (chosen.length === 0)
    throw new CliError(`there is no format "${format}"; the formats are ${censuses.map(census => census.format).join(', ')}`);
  if (output === 'json') return `${JSON.stringify(Object.fromEntries(chosen.map(census => [census.format, census.census])), null, 2)}\n`;
  return chosen.map(fieldLines).join('\n');
}

const answerWords = (answer: Answer): string => (typeof answer === 'string' ? answer : answer.join(', '));

function fieldLines({ title, census }: FormatCensus): string {
  const lines = Object.entries(census).flatMap(([name, fields]) =>
    Object.entries(fields).map(
      ([field, answers]) =>
        `  ${name}: ${field}\n${questions.map(([key, words]) => `    ${words}: ${answerWords(answers[key])}\n`).join('')}`,
    ),
  );
  return `${title}\n\n${lines.join('')}`;
}

/** The output of `mcpgw validate --explain RULE` and `mcpgw rules RULE`: the page of the rule. @throws CliError for an unknown rule */
export function explainRule(id: string, output: 'text' | 'json' = 'text'): string {
  const all = allRules();
  const rule = all.find(candidate => candidate.id === id);
  if (rule !== undefined) return output === 'json' ? `${JSON.stringify(rule, null, 2)}\n` : explainedRule(rule);
  const near = nearest(
    id,
    all.map(candidate => candidate.id),
  );
  throw new CliError(`there is no rule "${id}"${near === undefined ? '; mcpgw rules lists the rules' : `; did you mean "${near}"?`}`);
}
