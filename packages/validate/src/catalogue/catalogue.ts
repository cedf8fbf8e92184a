import { staticRules } from '@mcpgw/agentgateway';
import { streamRules } from '@mcpgw/custom-resources';
import { objectRules } from '@mcpgw/kubernetes';
import { serverRules } from '@mcpgw/mcp-config';
import { describeRange, docsOf, type Rule, type RuleSummary } from '@mcpgw/structure';
import { howToFix } from './how-to-fix.js';
import { structuralRules } from './structural.js';

/** A rule as `mcpgw rules` lists it. */
export interface ListedRule extends RuleSummary {
  /** Anchor in the documentation. */
  readonly docs: string;
  /** Versions of the proxy that it holds for, in words. */
  readonly versions: string;
  /** One or two sentences: how to fix what the rule finds, where the finding alone does not say it. */
  readonly fix?: string;
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** Every rule of the proxy and MCP formats, by id. One that holds for several formats stands here once, with the kinds of all. */
export function rules(): readonly Rule[] {
  const found = new Map<string, Rule>();
  for (const rule of [...staticRules, ...streamRules, ...serverRules])
    found.set(rule.id, { ...rule, kinds: [...(found.get(rule.id)?.kinds ?? []), ...rule.kinds] });
  return [...found.values()].sort(byId);
}

let listed: readonly ListedRule[] | undefined;

/** Every rule by id: of the proxy and MCP formats, of Kubernetes objects, and of structure. */
export function allRules(): readonly ListedRule[] {
  listed ??= listRules();
  return listed;
}

function listRules(): ListedRule[] {
  const own = rules().map(rule => ({ id: rule.id, severity: rule.severity, why: rule.why, versions: describeRange(rule) }));
  const objects = objectRules.map(({ id, severity, why }) => ({ id, severity, why, versions: describeRange({}) }));
  const structural = structuralRules.map(rule => ({ ...rule, versions: describeRange({}) }));
  return [...own, ...objects, ...structural]
    .map(rule => ({ ...rule, docs: docsOf(rule.id), ...(howToFix[rule.id] !== undefined && { fix: howToFix[rule.id]! }) }))
    .sort(byId);
}

/** The page of the documentation that explains the rules. */
export function rulesPage(): string {
  const head = `# Rules of \`mcpgw validate\`

An **error** is what the proxy, the API server or the runtime refuses; a **warning** is what they take and then do not do, or do in a
way that is seldom meant; an **info** is worth knowing. \`--strict\` lets warnings fail. A rule is silenced for one line by the comment
\`# mcpgw-ignore RULE: reason\`, for a file by \`# mcpgw-ignore-file RULE: reason\`, and everywhere by \`rules\` in \`mcpgw.config.yaml\`.
`;
  const sections = allRules().map(
    ({ id, severity, why, versions, fix }) =>
      `\n## ${id}\n\n${severity}${versions === 'in every version' ? '' : `, ${versions}`}. ${why}\n${fix === undefined ? '' : `\nFix: ${fix}\n`}`,
  );
  return head + sections.join('');
}

/** The module that declares the type of rule ids; it stands below all rules, so it is written from them. */
export function ruleIdUnion(): string {
  const ids = allRules().map(({ id }) => `  | '${id}'`);
  return `/** Ids of all rules. Written from the rules: UPDATE_GOLDEN=1 npx jest packages/validate/src/catalogue */
export type RuleId =
${ids.join('\n')};
`;
}
