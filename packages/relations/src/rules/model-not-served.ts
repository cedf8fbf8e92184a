import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { type GatewayListener, gatewayApi, isAgentgateway, listenersOf } from '../objects/gateways.js';
import { integerOf, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';

const modelsOf = (stream: Node): readonly ObjectView[] =>
  ofKind(stream, 'AgentgatewayModel').filter(({ group }) => group === 'agentgateway.dev');

/** Whether a listener serves models: it names their kind, because they are not among the kinds by default. */
const serves = ({ node, protocol }: GatewayListener): boolean =>
  ['HTTP', 'HTTPS'].includes(protocol) &&
  items(at(node, 'allowedRoutes', 'kinds')).some(
    kind => textOr(kind, 'kind', '') === 'AgentgatewayModel' && textOr(kind, 'group', '') === 'agentgateway.dev',
  );

/** The name by which clients ask for a model. */
const nameOf = ({ node, name }: ObjectView): string => text(at(node, 'spec', 'match', 'model')) ?? name;

interface TargetRef extends PlacedNode {
  readonly kind: string;
  readonly name: string;
}

const targetsOf = (model: ObjectView): TargetRef[] =>
  ['weighted', 'failover', 'conditional'].flatMap(kind =>
    placed(model.node, [], 'spec', 'virtualModel', kind, 'targets').map(target => ({
      ...target,
      kind,
      name: textOr(get(target.node, 'modelRef'), 'name', ''),
    })),
  );

export const modelNotServed: Rule = {
  id: 'model-not-served',
  severity: 'error',
  kinds: ['manifest'],
  since: '1.4.0',
  why: 'No listener offers the model, or another one takes its requests: clients get an error for its name.',
  docs: {
    checks:
      'AgentgatewayModels: a listener of the given Gateway names the kind AgentgatewayModel of agentgateway.dev in its allowedRoutes, a virtual model does not lead to itself, failover leads to models with a provider, and a target whose name is a pattern names a model. A warning for two models with one name and parent; an info for an internal model that no given virtual model names, and for failover targets of one priority.',
    seen: 'The controller of v1.4.1 reports the model as Accepted=False, NotAllowedByListeners, and sends nothing of it.',
    fix: 'Add "{group: agentgateway.dev, kind: AgentgatewayModel}" to allowedRoutes.kinds of the listener.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayModel
metadata: {name: chat}
spec: {parentRefs: [{name: edge}], provider: OpenAI, policies: {auth: {secretRef: {name: openai}}}}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners:
    - {name: http, port: 80, protocol: HTTP, allowedRoutes: {kinds: [{group: agentgateway.dev, kind: AgentgatewayModel}]}}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayModel
metadata: {name: chat}
spec: {parentRefs: [{name: edge}], provider: OpenAI, policies: {auth: {secretRef: {name: openai}}}}
`,
  },
  check({ root, report }) {
    const models = modelsOf(root);
    const taken = new Map<string, ObjectView>();
    for (const model of models) {
      const parents = placed(model.node, [], 'spec', 'parentRefs');
      for (const parent of parents) {
        const namespace = textOr(parent.node, 'namespace', model.namespace);
        const kind = textOr(parent.node, 'kind', 'Gateway');
        const key = JSON.stringify([
          model.file,
          nameOf(model),
          kind,
          textOr(parent.node, 'name', ''),
          namespace,
          textOr(parent.node, 'sectionName', ''),
        ]);
        const other = taken.get(key);
        if (model.own && other !== undefined)
          report({
            at: at(model.node, 'spec', 'match', 'model') ?? get(model.node, 'spec')!,
            path: ['spec', 'match', 'model'],
            message: `the AgentgatewayModel "${other.name}" has the same name "${nameOf(model)}" for clients`,
            suggestion: 'write another name in "match.model"',
            severity: 'warning',
          });
        taken.set(key, model);
        if (!model.own) continue;
        const gateways = targetsIn(root, { group: gatewayApi, kind, name: textOr(parent.node, 'name', ''), namespace });
        const listeners = gateways.filter(gateway => gateway.kind !== 'Gateway' || isAgentgateway(gateway)).flatMap(listenersOf);
        const meant = listeners.filter(
          ({ name, port }) => name === textOr(parent.node, 'sectionName', name) && (integerOf(get(parent.node, 'port')) ?? port) === port,
        );
        if (listeners.length > 0 && !meant.some(serves))
          report({
            at: get(parent.node, 'name') ?? parent.node,
            path: [...parent.path, 'name'],
            message: 'no listener that is meant names the kind AgentgatewayModel in its allowedRoutes',
            suggestion: 'add "kinds: [{group: agentgateway.dev, kind: AgentgatewayModel}]" to "allowedRoutes" of the listener',
          });
      }
      if (model.own)
        checkTargets(model, models, (place, message, severity) =>
          report({
            at: place.node,
            path: place.path,
            message,
            suggestion: 'refer to another model',
            ...(severity === undefined ? {} : { severity }),
          }),
        );
    }
  },
};

type Say = (place: { readonly node: Node; readonly path: Path }, message: string, severity?: 'info') => void;

function checkTargets(model: ObjectView, models: readonly ObjectView[], say: Say): void {
  const targets = targetsOf(model);
  for (const target of targets) {
    const found = models.find(other => other.name === target.name && other.namespace === model.namespace);
    if (target.name === model.name) say(target, 'the virtual model leads to itself');
    else if (found !== undefined && nameOf(found).includes('*') && get(target.node, 'model') === undefined)
      say(
        target,
        `"${nameOf(found)}" of the model "${found.name}" is a pattern, so "model" has to name one: the controller refuses the virtual model`,
      );
    else if (target.kind === 'failover' && at(found?.node, 'spec', 'virtualModel') !== undefined)
      say(target, 'failover leads to models with a provider only, and this one is virtual');
  }
  const priorities = targets.filter(({ kind }) => kind === 'failover').map(({ node }) => integerOf(get(node, 'priority')));
  if (priorities.length > 1 && new Set(priorities).size === 1)
    say(targets[0]!, 'all targets have one priority: requests are spread over them from the start', 'info');
  const visibility = at(model.node, 'spec', 'visibility');
  if (text(visibility) === 'Internal' && !models.some(other => targetsOf(other).some(({ name }) => name === model.name)))
    say({ node: visibility!, path: ['spec', 'visibility'] }, 'the model is internal, and no given virtual model leads to it', 'info');
}
