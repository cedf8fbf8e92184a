/**
 * Rules of the static configuration about a policy and the route that it holds for. They judge the translation of a policy, with the
 * matches, host names and kind of backend of the HTTPRoutes that it targets.
 */
import { staticRules } from '@mcpgw/agentgateway-rules';
import type { RuleId } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { type ObjectView, ofKind } from '../objects/objects.js';
import { backendKinds, ownPolicies, type PolicyReach, rulesFor } from '../reach/policies.js';
import type { RuleReach } from '../reach/routes.js';
import { added, mapping } from './changes.js';
import { type Translation, translationsOf } from './translation.js';

const routed: readonly RuleId[] = [
  'ai-stream-held',
  'authz-outside-route',
  'condition-outside-route',
  'cors-unreached',
  'ratelimit-counts-requests',
];

const pathKeys: Readonly<Record<string, string>> = { Exact: 'exact', PathPrefix: 'pathPrefix', RegularExpression: 'regex' };

/** A match of an HTTPRoute as the static configuration writes it, with the names of headers alone. */
function matchOf(match: Node): Record<string, unknown> {
  const [path, method] = [get(match, 'path'), text(get(match, 'method'))];
  const key = pathKeys[text(get(path, 'type')) ?? 'PathPrefix'] ?? 'regex';
  return {
    ...(path === undefined ? {} : { path: { [key]: text(get(path, 'value')) ?? '/' } }),
    ...(method === undefined ? {} : { method }),
    headers: items(get(match, 'headers')).map(header => ({ name: text(get(header, 'name')) ?? '' })),
  };
}

/** What all these rules take together: nothing where one of them takes everything. */
function conditionsOf(rules: readonly RuleReach[]): Record<string, unknown> {
  const matches = rules.map(({ node }) => items(get(node, 'matches')).map(matchOf));
  const hostnames = rules.map(({ route }) => items(at(route.node, 'spec', 'hostnames')).flatMap(host => text(host) ?? []));
  const kinds = backendKinds(rules);
  const isAi = kinds.isWhole && kinds.types.has('ai') && [...kinds.types].every(type => type === 'ai' || type === 'policies');
  return {
    ...(matches.some(list => list.length === 0) ? {} : { matches: matches.flat() }),
    ...(hostnames.some(list => list.length === 0) ? {} : { hostnames: hostnames.flat() }),
    ...(isAi ? { backends: [{ ai: {} }] } : {}),
  };
}

/** The rules of routes that a policy holds for; undefined if some of them are not known. */
function reached(stream: Node, { isWhole, isEarly, targets }: PolicyReach): readonly RuleReach[] | undefined {
  const rules = targets.map(target => (target.object.kind === 'HTTPRoute' ? rulesFor(stream, target) : []));
  return isWhole && !isEarly && rules.length > 0 && rules.every(list => list.length > 0) ? rules.flat() : undefined;
}

/** The translation of a policy, whose only route has the conditions too. */
function onRoutes({ root }: Translation, rules: readonly RuleReach[]): Node {
  const listener = at(root, 'binds', 0, 'listeners', 0);
  const route = at(listener!, 'routes', 0)!;
  const list = (item: Node): Node => ({ kind: 'list', items: [item], span: root.span });
  const entry = (key: string, item: Node) => ({ key, keySpan: item.span, value: list(item) });
  const conditions = Object.entries(conditionsOf(rules)).map(([key, value]) => added(key, value));
  const own = entries(route).filter(({ key }) => key === 'policies');
  const rest = entries(listener).filter(({ key }) => key !== 'routes');
  const changed = mapping(root.span, [...rest, entry('routes', mapping(route.span, [...own, ...conditions]))]);
  return mapping(root.span, [entry('binds', mapping(root.span, [entry('listeners', changed)]))]);
}

const hasCors = ({ node }: ObjectView): boolean => at(node, 'spec', 'traffic', 'cors') !== undefined;

const forRoutes = (rule: Rule): Rule => ({
  ...rule,
  kinds: ['manifest'],
  check({ root, version, report }) {
    if (rule.id === 'cors-unreached' && ofKind(root, 'AgentgatewayPolicy').filter(hasCors).length > 1) return;
    const translations = new Map(translationsOf(root).map(translation => [translation.owner.node, translation]));
    for (const reach of ownPolicies(root)) {
      const translation = translations.get(reach.policy.node);
      const rules = reached(root, reach);
      if (translation === undefined || rules === undefined || at(reach.spec!, 'traffic') === undefined) continue;
      rule.check({
        root: onRoutes(translation, rules),
        kind: 'agentgateway',
        version,
        report: ({ fix: _fix, ...hit }) => {
          const path = translation.pathOf(hit.at);
          if (path !== undefined) report({ ...hit, path });
        },
      });
    }
  },
});

/** Rules about AgentgatewayPolicy and the HTTPRoutes that it targets. */
export const routedRules: readonly Rule[] = staticRules.flatMap(rule => (routed.includes(rule.id) ? [forRoutes(rule)] : []));
