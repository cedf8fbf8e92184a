import { type ExpressionView, expressions } from '@mcpgw/agentgateway/internal';
import { at, type Node, type Rule } from '@mcpgw/structure';
import { isAbsentObject } from '../objects/absent.js';
import { fieldsNamed } from '../objects/fields.js';
import { type ObjectView, ofKind } from '../objects/objects.js';
import { policiesView, reachOfPolicy, rulesFor } from '../reach/policies.js';
import type { RouteReach } from '../reach/routes.js';
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

/** Where a variable gets its value. */
interface Given {
  /** The objects for whose requests it does. */
  readonly on: ReadonlySet<ObjectView>;
  /** Whether it may do so for others too: for calls of a backend, or for targets that are not given. */
  readonly elsewhere: boolean;
}

const known = new WeakMap<Node, Map<string, Given>>();

/** Where a variable gets its value, before a route is chosen or at any time. */
function givenBy(stream: Node, variable: string, isEarly: boolean): Given {
  const kept = known.get(stream) ?? new Map<string, Given>();
  known.set(stream, kept);
  const key = `${variable} ${isEarly}`;
  const done = kept.get(key) ?? find(stream, variable, isEarly);
  kept.set(key, done);
  return done;
}

function find(stream: Node, variable: string, isEarly: boolean): Given {
  const gives = ({ node }: ObjectView): boolean => givers[variable]!.some(path => at(node, 'spec', ...path) !== undefined);
  const policies = policiesView(stream).policies.filter(({ policy, isEarly: early }) => gives(policy) && (early || !isEarly));
  const isForCalls = (object: ObjectView): boolean => !isRequestKind(object);
  return {
    on: new Set(policies.flatMap(({ targets }) => targets.map(({ object }) => object))),
    elsewhere:
      ofKind(stream, 'AgentgatewayBackend').some(gives) ||
      policies.some(({ bySelector, targets }) => bySelector || targets.some(({ object }) => isForCalls(object))),
  };
}

const isRequestKind = ({ kind }: ObjectView): boolean => kind === 'Gateway' || kind === 'ListenerSet' || kind.endsWith('Route');

const isRoute = ({ kind }: ObjectView): boolean => kind.endsWith('Route');

/** Whether two places may be of one request although that is not seen, because a route is not given. */
const mayMeet = (place: ObjectView, on: ReadonlySet<ObjectView>): boolean =>
  isRoute(place)
    ? isAbsentObject(place) && [...on].some(each => !isRoute(each))
    : [...on].some(each => isRoute(each) && isAbsentObject(each));

/** The routes for whose requests nothing gives the variable; undefined if something may give it for all, `[]` if nothing does for any. */
function missingFor(stream: Node, variable: string, owner: ObjectView): readonly RouteReach[] | undefined {
  const reader = reachOfPolicy(stream, owner);
  const { on, elsewhere } = givenBy(stream, variable, reader?.isEarly === true);
  if (elsewhere) return undefined;
  if (on.size === 0) return [];
  if (reader === undefined || reader.bySelector) return undefined;
  const places = reader.targets.map(({ object }) => object);
  if (places.some(place => on.has(place) || !isRequestKind(place) || mayMeet(place, on))) return undefined;
  const routes = new Set(reader.targets.flatMap(target => rulesFor(stream, target).map(({ reach }) => reach)));
  const missing = [...routes].filter(
    ({ route, delegates, gateways, listeners }) =>
      ![route, ...delegates, ...gateways, ...listeners.map(({ owner }) => owner)].some(place => on.has(place)),
  );
  if (missing.length < routes.size) return missing.length === 0 ? undefined : missing;
  return [];
}

const placeOf = ([first]: readonly RouteReach[]): string =>
  first === undefined ? 'for these requests' : `for requests of the ${first.route.kind} "${first.route.name}"`;

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
      'Expressions of policies, backends and models that read jwt, apiKey, basicAuth, extauthz, extproc or mcpGuardrails: a given policy for the same requests sets the variable, or the expression says what holds without it; the same for credentials that are passed through. An info if no Gateway is given, because that policy may be in the cluster, and for logs.',
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
    for (const { owner, node, path } of fieldsNamed(root, 'passthrough', 'auth')) {
      const missing = missingFor(root, 'jwt', owner);
      if (missing === undefined) continue;
      report({
        at: node,
        path,
        message: `passthrough gives back the token that was checked, and no given policy ${placeOf(missing)} checks one: this does nothing`,
        suggestion: 'add jwtAuthentication, or remove "passthrough": an unchecked token is passed on anyway',
        ...(isWhole ? {} : { severity: 'info' }),
      });
    }
    for (const { owner, root: config, pathOf } of translationsOf(root))
      for (const view of expressions(config, version)) {
        const path = pathOf(view.node);
        const effect = effectOf(view);
        const name = view.reads.find(({ path: [variable], guarded }) => !guarded && variable! in givers)?.path[0];
        if (path === undefined || effect === undefined || name === undefined) continue;
        const missing = missingFor(root, name, owner);
        if (missing === undefined) continue;
        const early = reachOfPolicy(root, owner)?.isEarly === true ? ' before a route is chosen' : '';
        const isRule = view.use === 'allow' || view.use === 'deny' || view.use === 'require';
        const isCertain = (isWhole || owner.kind === 'AgentgatewayBackend') && (isRule || view.phase !== 'log');
        report({
          at: view.node,
          path,
          message: `${isRule ? 'the rule' : 'the expression'} reads "${name}", and no given policy ${placeOf(missing)} sets it${early}: ${effect}`,
          suggestion: `add ${givers[name]![0]!.at(-1)}`,
          ...(isCertain ? {} : { severity: 'info' }),
        });
      }
  },
};
