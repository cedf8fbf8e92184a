import { at, get, given, items, type Node, type Rule, text, textAt } from '@mcpgw/structure';
import { ofKind, refersTo } from '../objects/objects.js';
import { placed } from '../objects/placed.js';
import { type PolicyTarget, targetsOf } from '../objects/policies.js';
import { portOfSection } from '../objects/services.js';

/** Kinds with ports, whose sections are numbers. */
const withPorts: ReadonlyMap<string, string> = new Map([
  ['Service', 'a Service'],
  ['InferencePool', 'an InferencePool'],
]);

/** Why a section is none of any object of a kind with ports; undefined if it may be one. */
function notANumber(kind: string, section: string): string | undefined {
  const what = withPorts.get(kind);
  return what === undefined || portOfSection(section) !== undefined
    ? undefined
    : `a section of ${what} is the number of a port, not "${section}"`;
}

/** Why the section of a target selects nothing; undefined if it may select something. */
function problem(root: Node, target: PolicyTarget, section: string): string | undefined {
  if (target.kind === 'AgentgatewayBackend') {
    const backends = ofKind(root, 'AgentgatewayBackend').filter(object => refersTo(target, object));
    const hasSections = backends.some(({ node }) => at(node, 'spec', 'ai') !== undefined || at(node, 'spec', 'mcp') !== undefined);
    return hasSections ? undefined : 'this AgentgatewayBackend has no sections';
  }
  const why = notANumber(target.kind, section);
  if (why !== undefined || target.kind !== 'Service') return why;
  const ports = ofKind(root, 'Service')
    .filter(object => refersTo(target, object))
    .map(({ node }) => items(at(node, 'spec', 'ports')).map(item => numberOf(get(item, 'port'))));
  return ports.length > 0 && ports.every(list => !list.includes(section))
    ? `the Service "${target.name}" has no port ${section}`
    : undefined;
}

const numberOf = (node: Node | undefined): string => (node?.kind === 'scalar' ? String(node.value) : '');

export const policySectionWithoutEffect: Rule = {
  id: 'policy-section-without-effect',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A policy for calls to a Service holds for a port by its number; for any other section it is attached and does nothing.',
  docs: {
    checks:
      'The sectionName of targets and target selectors of policies for calls: for a Service or an InferencePool it is the number of a port.',
    seen: 'On v1.1.0 and v1.4.1 a policy with the name of a port or a wrong number was Attached=True and set no timeout.',
    fix: 'Write the number of the port in quotes, or remove sectionName.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: auth-calls}
spec:
  targetRefs: [{group: "", kind: Service, name: auth, sectionName: grpc}]
  backend: {http: {requestTimeout: 2s}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: auth-calls}
spec:
  targetRefs: [{group: "", kind: Service, name: auth, sectionName: "9000"}]
  backend: {http: {requestTimeout: 2s}}
`,
  },
  check({ root, report }) {
    for (const policy of ofKind(root, 'AgentgatewayPolicy')) {
      if (!policy.own || at(policy.node, 'spec', 'backend') === undefined) continue;
      const selectors = placed(policy.node, [], 'spec', 'targetSelectors').map(each => ({ ...each, kind: textAt(each.node, 'kind') }));
      for (const target of [...targetsOf(policy), ...selectors]) {
        const section = given(target.node, 'sectionName');
        const name = text(section);
        if (name === undefined) continue;
        const why = 'name' in target ? problem(root, target, name) : notANumber(target.kind, name);
        if (why === undefined) continue;
        report({
          at: section!,
          path: [...target.path, 'sectionName'],
          message: `the policy is attached and does nothing: ${why}`,
          suggestion: withPorts.has(target.kind)
            ? 'write the number of the port in quotes, or remove "sectionName"'
            : 'remove "sectionName"',
        });
      }
    }
  },
};
