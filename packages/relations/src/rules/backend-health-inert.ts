import { looksAtRequestOnly } from '@mcpgw/agentgateway';
import type { Path } from '@mcpgw/diagnostics';
import { at, get, inRange, isGiven, isNull, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { ownBackendsOf } from '../objects/backends.js';
import { type FieldView, fieldsNamed } from '../objects/fields.js';
import { integerOf, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { targetsOf } from '../objects/policies.js';

type Report = RuleContext['report'];

const addEviction = 'add "eviction: {duration: 30s, consecutiveFailures: 3}"';

/** The types of AgentgatewayBackend that have one address, which is called whatever its health is. */
const single: readonly string[] = ['static', 'a2a', 'dynamicForwardProxy', 'mcp', 'aws'];
const singleType = ({ node }: ObjectView): string | undefined => single.find(type => isGiven(get(node, 'spec'), type));

/** The backends that a health policy is for; none where they are not given. */
function backendsFor(stream: Node, owner: ObjectView): readonly ObjectView[] {
  if (owner.kind === 'AgentgatewayBackend') return [owner];
  return owner.kind === 'AgentgatewayPolicy'
    ? targetsOf(owner).flatMap(target => targetsIn(stream, target).filter(({ kind }) => kind === 'AgentgatewayBackend'))
    : [];
}

/** Whether some retry has a pause, for which a failed backend is left out although no eviction is set. */
const hasBackoff = (stream: Node): boolean =>
  ofKind(stream, 'AgentgatewayPolicy').some(({ node }) => at(node, 'spec', 'traffic', 'retry', 'backoff') !== undefined) ||
  ofKind(stream, 'HTTPRoute').some(({ node }) => items(at(node, 'spec', 'rules')).some(rule => at(rule, 'retry', 'backoff') !== undefined));

function checkHealth(stream: Node, { node, path, owner }: FieldView, byDefault: boolean, report: Report): void {
  if (node.kind !== 'map') return;
  const say = (place: Node, at: Path, message: string, suggestion: string, severity?: 'info'): void =>
    report({ at: place, path: at, message, suggestion, ...(severity === undefined ? {} : { severity }) });
  const alone = backendsFor(stream, owner)
    .map(singleType)
    .find(type => type !== undefined);
  const condition = get(node, 'unhealthyCondition');
  const bound = /\bresponse\.code\s*(>=?|!=)\s*([2-4]\d\d)\b/.exec(text(condition) ?? '');
  const isAll = bound !== null && !/&&|\?|<|==/.test(text(condition)!) && (bound[1] === '!=' || Number(bound[2]) < 428);
  if (isAll && get(node, 'eviction') !== undefined)
    say(
      condition!,
      [...path, 'unhealthyCondition'],
      `mistakes of clients count too (400, 401, 404, 422): one client with a wrong request takes the backend from all others`,
      'write response.code >= 500 || response.code == 429',
    );
  if (condition !== undefined && looksAtRequestOnly(text(condition) ?? ''))
    say(
      condition,
      [...path, 'unhealthyCondition'],
      'the request alone decides, not the answer: any client can take the backend out for all others',
      'compare "response.code"',
    );
  const eviction = get(node, 'eviction');
  if (alone !== undefined)
    say(
      node,
      path,
      `a backend of type "${alone}" has nothing to leave out, and is called whatever its health is: this does nothing`,
      'remove it; use "retry" at the route, or a Service with several pods',
    );
  else if ((eviction === undefined || isNull(eviction)) && !byDefault && !hasBackoff(stream))
    say(
      node,
      path,
      'without "eviction" nothing is left out, however often it fails, unless an answer has the header Retry-After',
      addEviction,
      owner.kind === 'AgentgatewayModel' ? 'info' : undefined,
    );
  if (eviction?.kind !== 'map') return;
  const [threshold, restored] = ['healthThreshold', 'restoreHealth'].map(key => get(eviction, key));
  const [least, back] = [integerOf(threshold), integerOf(restored)];
  if (least === 0 && get(eviction, 'consecutiveFailures') === undefined)
    say(
      threshold!,
      [...path, 'eviction', 'healthThreshold'],
      'no health is below 0: nothing is ever left out',
      'write a health such as 50, or "consecutiveFailures"',
    );
  if (least !== undefined && back !== undefined && back < least)
    say(
      restored!,
      [...path, 'eviction', 'restoreHealth'],
      `it comes back with a health below "healthThreshold" (${least}): the first failure takes it out again`,
      'write a health above the threshold',
      'info',
    );
}

const hasHealth = (policies: Node | undefined): boolean => isGiven(policies, 'health');

/** Groups of providers, of which a later one is used only when all of an earlier one are left out. */
function checkGroups(backend: ObjectView, report: Report): void {
  const groups = placed(backend.node, [], 'spec', 'ai', 'groups');
  if (groups.length < 2 || hasHealth(at(backend.node, 'spec', 'policies'))) return;
  if (items(get(groups[0]!.node, 'providers')).some(provider => hasHealth(get(provider, 'policies')))) return;
  report({
    at: groups[1]!.node,
    path: groups[1]!.path,
    message: 'no provider of the first group is ever left out, because none has a health policy: this group is never used',
    suggestion: 'add "health: {eviction: {duration: 30s}}" to the policies of the backend',
  });
}

/** Failover of virtual models, which is the same with models. */
function checkFailover(model: ObjectView, models: readonly ObjectView[], report: Report): void {
  const targets = placed(model.node, [], 'spec', 'virtualModel', 'failover', 'targets');
  const priorities = targets.map(({ node }) => integerOf(get(node, 'priority')) ?? 0);
  const best = Math.min(...priorities);
  const first = targets.filter((_, index) => priorities[index] === best);
  if (first.length === targets.length) return;
  const named = first.map(({ node }) =>
    models.find(({ name, namespace }) => name === textOr(get(node, 'modelRef'), 'name', '') && namespace === model.namespace),
  );
  if (named.some(each => each === undefined || hasHealth(at(each.node, 'spec', 'policies')))) return;
  report({
    at: first[0]!.node,
    path: first[0]!.path,
    message: `"${named[0]!.name}" is never left out, because it has no health policy: models of a lower priority are not used`,
    suggestion: 'add "policies.health.eviction" to the models that come first',
    severity: 'info',
  });
}

const groupsExample = (more: string): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: models}
spec:
  ai:
    groups:
      - providers: [{name: first, openai: {model: gpt-4o}}]
      - providers: [{name: second, openai: {model: gpt-4o-mini}}]
  policies:
    auth: {secretRef: {name: key}}
${more}`;

export const backendHealthInert: Rule = {
  id: 'backend-health-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Only an eviction leaves a failing backend out, and only if there is another one: without it requests go on to the one that fails, and the next priority is never used.',
  docs: {
    checks:
      'Health of policies, backends, providers and models: it has an eviction that can happen, and is for backends that have something to leave out. AgentgatewayBackends with several groups have health for the first one; an info for virtual models with failover.',
    seen: 'Static configurations of the same form: without `eviction` v1.4.1 sent every request to the provider that answered 503, and v1.1.0 and v1.4.1 never used the second group without a health policy. The controller of v1.4.1 accepts it: Attached=True.',
    fix: 'Add `health: {eviction: {duration: 30s, consecutiveFailures: 3}}` to the policies of the backend.',
    wrong: groupsExample(''),
    correct: groupsExample('    health: {eviction: {duration: 30s, consecutiveFailures: 3}}\n'),
  },
  check({ root, version, report }) {
    const byDefault = inRange(version, { until: '1.3.0' });
    for (const field of fieldsNamed(root, 'health'))
      if (field.path.at(-2) === 'backend' || field.path.at(-2) === 'policies') checkHealth(root, field, byDefault, report);
    const isSetElsewhere = ofKind(root, 'AgentgatewayPolicy').some(({ node }) => hasHealth(at(node, 'spec', 'backend')));
    if (!isSetElsewhere) for (const backend of ownBackendsOf(root)) checkGroups(backend, report);
    const models = ofKind(root, 'AgentgatewayModel').filter(({ group }) => group === 'agentgateway.dev');
    for (const model of models.filter(({ own }) => own)) checkFailover(model, models, report);
  },
};
