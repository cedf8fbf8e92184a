import { at, get, type Rule, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { integerOf } from '../objects/objects.js';

const otherPort: Readonly<Record<string, number>> = { GRPC: 4318, HTTP: 4317 };
const levels = /^(?:[\w:]+=)?(?:off|error|warn|info|debug|trace)(?:,(?:[\w:.-]+=)?(?:off|error|warn|info|debug|trace))*$/i;

export const telemetryInert: Rule = {
  id: 'telemetry-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Nothing is logged or exported, and nothing reports it.',
  docs: {
    checks:
      'Exporters of logs and traces: the port is not the usual port of the other protocol (4317 for gRPC, 4318 for HTTP). AgentgatewayParameters: the log level is one.',
    seen: 'Controllers of v1.1.0 and v1.4.1: ports of the other protocol and a sampling of false are Attached=True and sent to the proxy.',
    fix: 'Write the port of the protocol, and a level such as info.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: traces}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  frontend: {tracing: {backendRef: {name: collector, port: 4318}, protocol: GRPC, randomSampling: "true"}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: traces}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  frontend: {tracing: {backendRef: {name: collector, port: 4317}, protocol: GRPC, randomSampling: "true"}}
`,
  },
  check({ root, report }) {
    for (const { node, path } of [...fieldsNamed(root, 'tracing', 'frontend'), ...fieldsNamed(root, 'otlp', 'accessLog')]) {
      const protocol = text(get(node, 'protocol')) ?? 'GRPC';
      const port = at(node, 'backendRef', 'port');
      if (port !== undefined && integerOf(port) === otherPort[protocol])
        report({
          at: port,
          path: [...path, 'backendRef', 'port'],
          message: `the protocol is ${protocol}, and ${integerOf(port)} is the usual port of the other one`,
          suggestion: 'change the port or the protocol',
        });
    }
    for (const { node, path } of fieldsNamed(root, 'level', 'logging')) {
      const level = text(node) ?? '';
      if (!levels.test(level))
        report({
          at: node,
          path,
          message: `"${level}" is not a level, nor a list of module=level`,
          suggestion: 'one of error, warn, info, debug, trace',
        });
    }
  },
};
