import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';
import { integerOf, type ObjectView, ownOfKind, targetsIn, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { referenceOf, targetsOf } from '../objects/policies.js';
import { servicePorts } from '../objects/services.js';
import { policiesView } from '../reach/policies.js';

/** The version of HTTP that an appProtocol makes the proxy speak; undefined where it says nothing of the version. */
function versionOf(port: Node): 'HTTP1' | 'HTTP2' | undefined {
  const protocol = textOr(port, 'appProtocol', '').toLowerCase();
  if (['kubernetes.io/h2c', 'http2', 'grpc'].includes(protocol)) return 'HTTP2';
  return protocol === 'http' || protocol === 'kubernetes.io/ws' ? 'HTTP1' : undefined;
}

/** Whether a call by `backendRef` is gRPC, by the field that it stands in. */
function isGrpcCall(field: string, around: Node): boolean {
  if (field === 'extAuth') return get(around, 'grpc') !== undefined;
  if (field === 'tracing' || field === 'otlp') return textOr(around, 'protocol', 'GRPC') === 'GRPC';
  return field === 'extProc' || field === 'global' || field === 'remote';
}

/** A given policy that makes the proxy speak HTTP/1.1 with an object. */
const olderVersion = (stream: Node, objects: readonly ObjectView[]): ObjectView | undefined =>
  objects
    .flatMap(object => policiesView(stream).on.get(object) ?? [])
    .find(({ policy, section }) => section === undefined && text(at(policy.spec, 'backend', 'http', 'version')) === 'HTTP1')?.policy.policy;

const service = (appProtocol: string): string => `apiVersion: v1
kind: Service
metadata: {name: auth}
spec: {selector: {app: auth}, ports: [{port: 9000, appProtocol: ${appProtocol}}]}
---
`;
const check = policyFor('Gateway', 'edge', 'traffic: {extProc: {backendRef: {name: auth, port: 9000}}}');

export const policyHttpVersion: Rule = {
  id: 'policy-http-version',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The appProtocol of a Service decides which version of HTTP the proxy speaks with it: gRPC over HTTP/1.1 fails, and so does HTTP/1.1 with a server that speaks HTTP/2 alone.',
  docs: {
    checks:
      'Given Services that policies call with gRPC (authorization, processing, limits, guardrails, logs and traces, and by a GRPCRoute), and those for which a policy sets the version of HTTP: their appProtocol, and no given policy for them, says another version.',
    seen: 'Live, in a static configuration: every request got 403 from v1.1.0 and v1.4.1 where an authorization service of gRPC is called with HTTP/1.1, and 200 with HTTP/2. The controller of v1.4.1 sends HTTP11 for a Service whose appProtocol is http, and HTTP2 for kubernetes.io/h2c.',
    fix: 'Write "appProtocol: kubernetes.io/h2c" at the port of a gRPC server, and leave the version to it.',
    wrong: `${service('http')}${check}`,
    correct: `${service('kubernetes.io/h2c')}${check}`,
  },
  check({ root, report }) {
    const portsOf = (object: ObjectView, port: number | undefined): readonly Node[] =>
      object.kind === 'Service' ? servicePorts(object).filter(each => port === undefined || integerOf(get(each, 'port')) === port) : [];
    for (const { node, path, owner, parent } of fieldsNamed(root, 'backendRef')) {
      const field = path.findLast(
        (step, index) => index < path.length - 1 && typeof step === 'string' && step !== 'policy' && step !== 'conditional',
      );
      const port = get(node, 'port');
      if (!isGrpcCall(String(field), parent) || integerOf(port) === undefined) continue;
      const objects = targetsIn(root, referenceOf(node, owner));
      const first = olderVersion(root, objects);
      if (first !== undefined)
        report({
          at: port!,
          path: [...path, 'port'],
          message: `the calls are gRPC, and the AgentgatewayPolicy "${first.name}" sets HTTP1 for the ${objects[0]!.kind} "${objects[0]!.name}": every call fails`,
          suggestion: 'write HTTP2 in that policy, or remove "version"',
        });
      const called = objects.flatMap(object => portsOf(object, integerOf(port)));
      if (called.length === 0 || !called.every(each => versionOf(each) === 'HTTP1')) continue;
      report({
        at: port!,
        path: [...path, 'port'],
        message: `the calls are gRPC, and the Service says appProtocol "${textOr(called[0], 'appProtocol', '')}" for this port: HTTP/1.1 is spoken, and every call fails`,
        suggestion: 'write "appProtocol: kubernetes.io/h2c" at the port of the Service',
      });
    }
    for (const route of ownOfKind(root, 'GRPCRoute')) {
      for (const rule of placed(route.node, [], 'spec', 'rules'))
        for (const { node, path } of placed(rule.node, rule.path, 'backendRefs')) {
          const objects = targetsIn(root, referenceOf(node, route));
          const first = olderVersion(root, objects);
          if (first !== undefined)
            report({
              at: get(node, 'name') ?? node,
              path: [...path, 'name'],
              message: `the calls are gRPC, and the AgentgatewayPolicy "${first.name}" sets HTTP1 for the ${objects[0]!.kind} "${objects[0]!.name}": every call fails`,
              suggestion: 'write HTTP2 in that policy, or remove "version"',
            });
        }
    }
    for (const { node, path, owner } of fieldsNamed(root, 'version', 'http')) {
      if (owner.kind !== 'AgentgatewayPolicy') continue;
      const targets = targetsOf(owner).filter(target => text(get(target.node, 'sectionName')) === undefined);
      const others = targets
        .flatMap(target => targetsIn(root, target).flatMap(object => portsOf(object, undefined)))
        .filter(port => versionOf(port) !== undefined && versionOf(port) !== text(node));
      if (others.length === 0) continue;
      report({
        at: node,
        path,
        message: `the Service says appProtocol "${textOr(others[0], 'appProtocol', '')}" for port ${integerOf(get(others[0], 'port'))}, which is another version of HTTP`,
        suggestion: 'remove "version", or correct the appProtocol',
      });
    }
  },
};
