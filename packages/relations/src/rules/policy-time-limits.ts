import type { Path } from '@mcpgw/diagnostics';
import { at, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { milliseconds } from '../objects/durations.js';
import { fieldsNamed } from '../objects/fields.js';
import { backendKinds, ownPolicies, policiesView, reachOfPolicy, rulesFor } from '../reach/policies.js';
import { backendsBehind, type RuleReach, routeRules, routesView, servesMcp } from '../reach/routes.js';

const message = 'this timeout ends long tool calls';
const suggestion = 'remove it, or let it exceed the longest tool call';

/** Timeouts and retries on the way to MCP servers: in rules of routes, and in policies of such routes. */
function checkMcp(stream: Node, report: RuleContext['report']): void {
  for (const rule of routeRules(stream)) {
    if (!backendsBehind(rule).some(servesMcp)) continue;
    for (const key of ['request', 'backendRequest']) {
      const node = at(rule.node, 'timeouts', key);
      if ((milliseconds(node) ?? 0) > 0)
        report({ at: node!, path: [...rule.path, 'timeouts', key], ...(key === 'request' ? { chosen: true } : {}), message, suggestion });
    }
  }
  for (const { policy, targets } of ownPolicies(stream)) {
    const onRoutes = targets.filter(({ object }) => object.kind === 'HTTPRoute' || object.kind === 'GRPCRoute');
    if (!onRoutes.some(target => backendKinds(rulesFor(stream, target)).types.has('mcp'))) continue;
    const timeout = at(policy.node, 'spec', 'traffic', 'timeouts', 'request');
    if (timeout !== undefined) report({ at: timeout, path: ['spec', 'traffic', 'timeouts', 'request'], chosen: true, message, suggestion });
    const retry = at(policy.node, 'spec', 'traffic', 'retry');
    if (retry !== undefined)
      report({
        at: retry,
        path: ['spec', 'traffic', 'retry'],
        severity: 'info',
        message: 'requests to MCP servers are not retried: this has no effect',
        suggestion: 'remove "retry" from routes to MCP servers',
      });
  }
}

/** How long a whole request of a rule may take; undefined if nothing given limits it. */
function wholeOf(stream: Node, rule: RuleReach): number | undefined {
  const own = milliseconds(at(rule.node, 'timeouts', 'request'));
  if (own !== undefined) return own;
  const limits = (policiesView(stream).on.get(rule.route) ?? []).flatMap(({ policy, section }) =>
    section === undefined ? (milliseconds(at(policy.spec, 'traffic', 'timeouts', 'request')) ?? []) : [],
  );
  return limits.length === 0 ? undefined : Math.max(...limits);
}

/** Timeouts of calls that are longer than the whole request may take, on every way to the backend. */
function checkCalls(stream: Node, report: RuleContext['report']): void {
  const { byBackend } = routesView(stream);
  for (const field of fieldsNamed(stream, 'requestTimeout', 'http')) {
    const inner = milliseconds(field.node);
    const reach = reachOfPolicy(stream, field.owner);
    const rules =
      reach === undefined
        ? (byBackend.get(field.owner) ?? [])
        : reach.isWhole
          ? reach.targets.flatMap(target => (target.section === undefined ? rulesFor(stream, target) : []))
          : [];
    const wholes = rules.map(rule => wholeOf(stream, rule));
    if (inner === undefined || rules.length === 0 || !wholes.every(whole => whole !== undefined && whole > 0 && whole < inner)) continue;
    report({
      at: field.node,
      path: field.path,
      message: 'the whole request may take less than this, on every way to the backend: this timeout never takes effect',
      suggestion: 'write a shorter one, or let the request take longer',
    });
  }
}

/** Delays that are hardly any. What is no time at all, cel-wrong-type reports. */
function delayProblem(node: Node): { readonly message: string; readonly suggestion: string; readonly severity?: 'info' } | undefined {
  const value = text(node)?.trim() ?? '';
  if (/^\d+$/.test(value) && Number(value) > 0 && Number(value) < 50)
    return {
      message: `a number is in milliseconds: the delay is ${value} ms`,
      suggestion: `write "${value}s" for seconds`,
      severity: 'info',
    };
  return undefined;
}

export const policyTimeLimits: Rule = {
  id: 'policy-time-limits',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A time limit ends what it should not, or keeps something else from ever happening.',
  docs: {
    checks:
      'Timeouts and retries on the way to given AgentgatewayBackends with MCP servers; a delay that is as long as the request may take, or hardly any; timeouts of calls that exceed the timeout of every route to the backend. For the backoff of retries there is retry-without-effect.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a backoff longer than the request may take is Attached=True and sent to the proxy; on v1.4.1, which has it, a delay is too. Proxies of both versions send each request to an MCP server once whatever `retry` says, and their request timeout ends no open event stream.',
    fix: 'Remove timeouts and retries from routes to MCP servers, and let a delay be much shorter than the timeout.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: late}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 2s}, delay: {duration: 5s}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: late}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: web}]
  traffic: {timeouts: {request: 20s}, delay: {duration: 1s}}
`,
  },
  check({ root, report }) {
    checkMcp(root, report);
    checkCalls(root, report);
    for (const { node, path, owner } of fieldsNamed(root, 'duration', 'delay')) {
      const problem = delayProblem(node);
      if (problem !== undefined) report({ at: node, path, ...problem });
      const whole = milliseconds(at(owner.node, 'spec', 'traffic', 'timeouts', 'request'));
      const wait = milliseconds(node);
      const place: Path = path;
      if (whole !== undefined && wait !== undefined && wait >= whole)
        report({
          at: node,
          path: place,
          message: 'the delay is as long as the whole request may take: every request ends in a timeout',
          suggestion: 'shorten it',
        });
    }
  },
};
