import { type ExpressionView, expressions } from '@mcpgw/agentgateway/internal';
import { at, type Node, type Rule } from '@mcpgw/structure';
import { mayBeSame, type ObjectView, ofKind } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';
import { translationsOf } from '../translation/translation.js';

/** The parts of a spec that give a variable its value. The first one is what a suggestion names. */
const givers: Readonly<Record<string, readonly (readonly string[])[]>> = Object.assign(Object.create(null), {
  jwt: [
    ['traffic', 'jwtAuthentication'],
    ['backend', 'mcp', 'authentication'],
    ['policies', 'mcp', 'authentication'],
  ],
  apiKey: [['traffic', 'apiKeyAuthentication']],
  basicAuth: [['traffic', 'basicAuthentication']],
  extauthz: [
    ['traffic', 'extAuth'],
    ['backend', 'extAuth'],
    ['policies', 'extAuth'],
  ],
  extproc: [['traffic', 'extProc']],
  mcpGuardrails: [
    ['backend', 'mcp', 'guardrails'],
    ['policies', 'mcp', 'guardrails'],
  ],
});

const isRouteOnly = (policy: ObjectView): boolean => {
  const targets = targetsOf(policy);
  return targets.length > 0 && targets.every(({ kind }) => kind === 'HTTPRoute' || kind === 'GRPCRoute');
};

/** Whether two policies may hold for one request. Only policies of different routes certainly do not. */
function mayMeet(one: ObjectView, other: ObjectView): boolean {
  if (!isRouteOnly(one) || !isRouteOnly(other)) return true;
  const others = targetsOf(other);
  return targetsOf(one).some(target =>
    others.some(({ kind, name, namespace }) => kind === target.kind && name === target.name && mayBeSame(namespace, target.namespace)),
  );
}

/** Whether some given policy or backend gives a variable its value where a policy holds. */
function isGivenFor(stream: Node, variable: string, reader: ObjectView): boolean {
  const places = givers[variable]!;
  const gives = ({ node }: ObjectView): boolean => places.some(path => at(node, 'spec', ...path) !== undefined);
  return (
    ofKind(stream, 'AgentgatewayPolicy').some(policy => gives(policy) && mayMeet(policy, reader)) ||
    ofKind(stream, 'AgentgatewayBackend').some(gives)
  );
}

/** What the missing value does; undefined if it may be intended, because a value is left out for some requests anyway. */
function effectOf({ use, effect, phase }: ExpressionView): string | undefined {
  if (use === 'deny') return 'it denies nobody';
  if (use === 'allow' || use === 'require') return 'it never holds';
  return use === 'value' && phase !== 'log' && !effect.includes('limited') ? undefined : effect;
}

export const policyAuthorization: Rule = {
  id: 'policy-authorization',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'An expression fails for every request if nothing gives the variable that it reads its value: a rule then denies nobody or allows nobody, and a limit limits nobody.',
  docs: {
    checks:
      'Expressions of policies, backends and models that read jwt, apiKey, basicAuth, extauthz, extproc or mcpGuardrails: a given policy for the same requests sets the variable, or the expression says what holds without it. An info if no Gateway is given, because that policy may be in the cluster, and for logs.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a rule and a limit that read a token which nobody checks are Attached=True.',
    fix: 'Add the authentication or check whose result the expression reads, for the same Gateway or route, or guard it with has().',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {authorization: {action: Allow, policy: {matchExpressions: ['jwt.team == "a"']}}}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: agentgateway, listeners: [{name: http, port: 80, protocol: HTTP}]}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic:
    jwtAuthentication:
      providers:
        - issuer: https://id.example
          audiences: [tools]
          jwks: {remote: {jwksPath: keys, backendRef: {name: id, port: 80}}}
    authorization: {action: Allow, policy: {matchExpressions: ['jwt.team == "a"']}}
`,
  },
  check({ root, version, report }) {
    const isWhole = ofKind(root, 'Gateway').length > 0;
    for (const { owner, root: config, pathOf } of translationsOf(root))
      for (const view of expressions(config, version)) {
        const path = pathOf(view.node);
        const effect = effectOf(view);
        const name = view.reads.find(({ path: [variable], guarded }) => !guarded && variable! in givers)?.path[0];
        if (path === undefined || effect === undefined || name === undefined || isGivenFor(root, name, owner)) continue;
        const isRule = view.use === 'allow' || view.use === 'deny' || view.use === 'require';
        const isCertain = (isWhole || owner.kind === 'AgentgatewayBackend') && (isRule || view.phase !== 'log');
        report({
          at: view.node,
          path,
          message: `${isRule ? 'the rule' : 'the expression'} reads "${name}", and no given policy for these requests sets it: ${effect}`,
          suggestion: `add ${givers[name]![0]!.at(-1)}`,
          ...(isCertain ? {} : { severity: 'info' }),
        });
      }
  },
};
