import { staticRules } from '@mcpgw/agentgateway-rules';
import { objectRules } from '@mcpgw/kubernetes';
import { serverRules } from '@mcpgw/mcp-config';
import { streamRules } from '@mcpgw/relations';
import { describeRange, docsOf, type Kind, type RuleDocs, type RuleSummary, type VersionRange } from '@mcpgw/structure';
import { valuesRules } from '../values/index.js';
import { apiServerAnswers } from './api-server-answers.js';
import { objectRuleDocs } from './object-docs.js';
import { structuralRules } from './structural.js';

/** The areas by which rules are grouped, in the order of their lists. */
export const areas = [
  'static configuration of the proxy',
  'custom resources and objects together',
  'Kubernetes objects',
  'MCP servers and gateway.yaml',
  'values of the chart',
  'text and structure',
] as const;
export type Area = (typeof areas)[number];

/** A rule as `mcpgw rules` lists it. */
export interface ListedRule extends Omit<RuleSummary, 'docs'>, Partial<Omit<RuleDocs, 'version'>> {
  readonly area: Area;
  /** The address of its page. */
  readonly docs: string;
  /** The versions of the proxy, or of Kubernetes for its objects, to which it applies, in words. */
  readonly versions: string;
}

/** A rule with what is needed to run its examples. */
export interface KnownRule extends RuleSummary, VersionRange {
  readonly area: Area;
  /** The kinds of documents that it reads; none for rules about text and structure. */
  readonly kinds: readonly Kind[];
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** Every rule, by id. A rule for several formats occurs once, in the first of its areas, with the kinds of all of them. */
export function knownRules(): readonly KnownRule[] {
  const found = new Map<string, KnownRule>();
  const add = (area: Area, rules: readonly (RuleSummary & VersionRange & { readonly kinds?: readonly Kind[] })[]): void => {
    for (const rule of rules) {
      const known = found.get(rule.id);
      found.set(rule.id, { ...rule, ...known, area: known?.area ?? area, kinds: [...(known?.kinds ?? []), ...(rule.kinds ?? [])] });
    }
  };
  add(areas[0], staticRules);
  add(areas[1], streamRules);
  add(
    areas[2],
    objectRules.map(rule => ({ ...rule, kinds: ['manifest'], ...(objectRuleDocs[rule.id] && { docs: objectRuleDocs[rule.id]! }) })),
  );
  add(areas[3], serverRules);
  add(areas[4], valuesRules);
  add(areas[5], structuralRules);
  return [...found.values()].sort(byId);
}

let listed: readonly ListedRule[] | undefined;

/** Every rule, by id, as `mcpgw rules` lists it. */
export function allRules(): readonly ListedRule[] {
  listed ??= knownRules().map(listedRule);
  return listed;
}

function listedRule(rule: KnownRule): ListedRule {
  const { id, severity, why, area, docs } = rule;
  return {
    id,
    area,
    severity,
    why,
    versions: area === areas[2] ? describeRange(rule, version => `Kubernetes ${version.replace(/\.0$/, '')}`) : describeRange(rule),
    docs: docsOf(id),
    ...pageOf(docs),
    ...seenOf(rule),
  };
}

const apiServer = 'The API server of Kubernetes 1.34.2';
const answers = {
  refuses: `${apiServer} refuses the wrong example and stores the correct one.`,
  'warns about': `${apiServer} stores both examples, and warns about the wrong one.`,
  stores: `${apiServer} stores both examples.`,
};

/** What was seen live: what the rule says of it, and what the API server did with its examples. */
function seenOf({ id, docs }: KnownRule): Pick<RuleDocs, 'seen'> {
  const answer = apiServerAnswers[id];
  const seen = [docs?.seen, answer && answers[answer]].filter(part => part !== undefined);
  return seen.length === 0 ? {} : { seen: seen.join(' ') };
}

function pageOf(docs: RuleDocs | undefined): Partial<RuleDocs> {
  if (docs === undefined) return {};
  const { version: _version, ...page } = docs;
  return page;
}

/** Generates the module that declares the type of rule ids. All rules depend on that module, so it cannot import them. */
export function ruleIdUnion(): string {
  const ids = allRules().map(({ id }) => `  | '${id}'`);
  return `/** Ids of all rules. Written from the rules: UPDATE_GOLDEN=1 npx jest packages/validate/src/catalogue */
export type RuleId =
${ids.join('\n')};
`;
}
