import { at, get, type Node, type Rule, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { integerOf } from '../objects/objects.js';

const otherPort: Readonly<Record<string, number>> = { GRPC: 4318, HTTP: 4317 };
const levels = /^(?:[\w:]+=)?(?:off|error|warn|info|debug|trace)(?:,(?:[\w:.-]+=)?(?:off|error|warn|info|debug|trace))*$/i;

/** Whether an expression of sampling is constant and means that nothing is sampled. */
const samplesNothing = (node: Node | undefined): boolean =>
  /^(?:false|0|0\.0|"(?:0|false)"|'(?:0|false)')$/.test((text(node) ?? '').trim());

export const telemetryInert: Rule = {
  id: 'telemetry-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Nothing is logged, traced or exported, and nobody is told.',
  docs: {
    checks:
      'Exporters of logs and traces: the port is not the usual one of the other protocol (4317 for gRPC, 4318 for HTTP). Tracing: some request is sampled. Access log: the filter is not constant false. AgentgatewayParameters: the log level is one.',
    fix: 'Write the port of the protocol, a sampling rate above 0, and a level such as info.',
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
      if (integerOf(port) === otherPort[protocol])
        report({
          at: port!,
          path: [...path, 'backendRef', 'port'],
          message: `the protocol is ${protocol}, and ${integerOf(port)} is the usual port of the other one`,
          suggestion: 'change the port or the protocol',
        });
      const random = get(node, 'randomSampling');
      if (samplesNothing(random) && (get(node, 'clientSampling') === undefined || samplesNothing(get(node, 'clientSampling'))))
        report({
          at: random!,
          path: [...path, 'randomSampling'],
          message: 'no request is traced',
          suggestion: 'write a rate above 0, or remove "tracing"',
        });
    }
    for (const { node, path } of fieldsNamed(root, 'filter', 'accessLog'))
      if ((text(node) ?? '').trim() === 'false')
        report({ at: node, path, message: 'no request is logged', suggestion: 'write what shall be logged' });
    for (const { node, path } of fieldsNamed(root, 'level', 'logging')) {
      const level = text(node) ?? '';
      if (!levels.test(level))
        report({
          at: node,
          path,
          message: `"${level}" is no level, nor a list of module=level`,
          suggestion: 'one of error, warn, info, debug, trace',
        });
    }
  },
};
