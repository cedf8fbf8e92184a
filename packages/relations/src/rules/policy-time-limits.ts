import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { routesOf } from '../objects/gateways.js';
import { mayBeSame, named, type ObjectView, ofKindIn, refersTo, textOr } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** The milliseconds of a duration of the Gateway API; undefined for other texts. */
function milliseconds(node: Node | undefined): number | undefined {
  const value = text(node);
  if (value === undefined || !/^(?:\d{1,5}(?:h|m|s|ms)){1,4}$/.test(value)) return undefined;
  return [...value.matchAll(/(\d+)(ms|h|m|s)/g)].reduce((sum, [, digits, unit]) => sum + Number(digits) * units[unit!]!, 0);
}

/** Whether a backend reference leads to an AgentgatewayBackend with MCP servers that is given. */
function isMcp(stream: Node, ref: Node, route: ObjectView): boolean {
  const namespace = textOr(ref, 'namespace', route.namespace);
  return (
    textOr(ref, 'kind', 'Service') === 'AgentgatewayBackend' &&
    named(stream, 'AgentgatewayBackend', textOr(ref, 'name', '')).some(
      backend => mayBeSame(backend.namespace, namespace) && at(backend.node, 'spec', 'mcp') !== undefined,
    )
  );
}

const message = 'this timeout ends long tool calls and the open event streams of MCP clients';
const suggestion = 'remove it, or let it exceed the longest tool call';

/** Timeouts and retries on the way to MCP servers: in rules of routes, and in policies of such routes. */
function checkMcp(stream: Node, report: RuleContext['report']): void {
  for (const route of routesOf(stream)) {
    const rules = items(at(route.node, 'spec', 'rules'));
    const mcp = rules.map(rule => items(get(rule, 'backendRefs')).some(ref => isMcp(stream, ref, route)));
    rules.forEach((rule, index) => {
      if (!route.own || !mcp[index]) return;
      for (const key of ['request', 'backendRequest']) {
        const node = at(rule, 'timeouts', key);
        if ((milliseconds(node) ?? 0) > 0) report({ at: node!, path: ['spec', 'rules', index, 'timeouts', key], message, suggestion });
      }
    });
    if (!mcp.includes(true)) continue;
    for (const policy of ofKindIn(stream, 'AgentgatewayPolicy', route.namespace)) {
      if (!policy.own || !targetsOf(policy).some(target => refersTo(target, route))) continue;
      const timeout = at(policy.node, 'spec', 'traffic', 'timeouts', 'request');
      if (timeout !== undefined) report({ at: timeout, path: ['spec', 'traffic', 'timeouts', 'request'], message, suggestion });
      const retry = at(policy.node, 'spec', 'traffic', 'retry');
      if (retry !== undefined)
        report({
          at: retry,
          path: ['spec', 'traffic', 'retry'],
          message: 'a retry calls a tool a second time, though the first call may have had its effect',
          suggestion: 'remove "retry" from routes to MCP servers',
        });
    }
  }
}

export const policyTimeLimits: Rule = {
  id: 'policy-time-limits',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A time limit ends what it should not, or keeps something else from ever happening.',
  docs: {
    checks:
      'Timeouts and retries on the way to given AgentgatewayBackends with MCP servers; a delay that is as long as the request may take. For the backoff of retries there is retry-without-effect.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a backoff longer than the request may take is Attached=True and sent to the proxy; on v1.4.1, which has it, a delay is too.',
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
    for (const { node, path, owner } of fieldsNamed(root, 'duration', 'delay')) {
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
