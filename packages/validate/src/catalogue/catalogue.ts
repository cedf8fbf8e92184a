import { staticRules } from '@mcpgw/agentgateway';
import { streamRules } from '@mcpgw/custom-resources';
import { objectRules } from '@mcpgw/kubernetes';
import { serverRules } from '@mcpgw/mcp-config';
import { describeRange, docsOf, type Rule, type RuleSummary } from '@mcpgw/structure';
import { howToFix } from './how-to-fix.js';
import { structuralRules } from './structural.js';

/** A rule as `mcpgw rules` lists it. */
export interface ListedRule extends RuleSummary {
  /** The URL of its documentation. */
  readonly docs: string;
  /** The versions of the proxy to which it applies, in words. */
  readonly versions: string;
  /** How to fix what the rule finds, in one or two sentences; absent if the finding itself explains it. */
  readonly fix?: string;
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** Every rule of the proxy and MCP formats, by id. A rule for several formats occurs once, with the kinds of all of them. */
export function rules(): readonly Rule[] {
  const found = new Map<string, Rule>();
  for (const rule of [...staticRules, ...streamRules, ...serverRules])
    found.set(rule.id, { ...rule, kinds: [...(found.get(rule.id)?.kinds ?? []), ...rule.kinds] });
  return [...found.values()].sort(byId);
}

let listed: readonly ListedRule[] | undefined;

/** Every rule, by id: rules of the proxy and MCP formats, of Kubernetes objects, and of structure. */
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

/** Generates the documentation page of the rules, as Markdown. */
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

/** Generates the module that declares the type of rule ids. All rules depend on that module, so it cannot import them. */
export function ruleIdUnion(): string {
  const ids = allRules().map(({ id }) => `  | '${id}'`);
  return `/** Ids of all rules. Written from the rules: UPDATE_GOLDEN=1 npx jest packages/validate/src/catalogue */
export type RuleId =
${ids.join('\n')};
`;
}
