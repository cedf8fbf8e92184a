import type { Severity } from '@mcpgw/diagnostics';
import { at, entry, get, items, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { callsOf, endsOf } from '../network/calls.js';
import { type ConnectionPort, type Direction, type PodEnd, permits, policiesOn } from '../network/network.js';
import { lastOfEachFile, type ObjectView } from '../objects/objects.js';

const dns: readonly ConnectionPort[] = [
  { number: 53, name: '', protocol: 'UDP' },
  { number: 53, name: '', protocol: 'TCP' },
];

/** Reports at the last policy of the checked file that restricts the connection. */
function reportAt(
  policies: readonly ObjectView[],
  direction: Direction,
  message: string,
  suggestion: string,
  report: RuleContext['report'],
  severity: Severity = 'warning',
): void {
  for (const policy of lastOfEachFile(policies)) {
    const spec = at(policy.node, 'spec');
    const place = entry(spec, direction);
    report({
      at: place?.keySpan ?? spec ?? policy.node,
      path: place === undefined ? ['spec'] : ['spec', direction],
      message,
      suggestion,
      severity,
    });
  }
}

/** The pods that are known to call something by its name; others may use no names on purpose. */
const callersByName = (stream: Node): ReadonlySet<string> => new Set(callsOf(stream).map(({ caller }) => caller));

/** Whether some rule permits connections to pods by their labels: then names are asked for, which need DNS. */
const namesPods = (policies: readonly ObjectView[]): boolean =>
  policies.some(({ node }) =>
    items(at(node, 'spec', 'egress')).some(rule =>
      items(get(rule, 'to')).some(peer => get(peer, 'podSelector') !== undefined || get(peer, 'namespaceSelector') !== undefined),
    ),
  );

const mayAsk = (stream: Node, policies: readonly ObjectView[]): boolean =>
  dns.some(port => permits(stream, policies, 'egress', 'cluster', port));

export const networkPolicyBlocks: Rule = {
  id: 'network-policy-blocks',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The connection is dropped without an answer: requests end in a timeout, or names are not resolved.',
  docs: {
    checks:
      'Compares the calls that the given objects need with the given NetworkPolicies: from the proxy of a Gateway to the backends of its routes, and from pods to Services that their variables, arguments and ConfigMaps name. Also queries to DNS from pods whose policies permit other pods by label (an info if no call by name is known). Rules with addresses count as permission.',
    basedOn:
      'The documentation of Kubernetes about NetworkPolicy. Policies of the chart were seen to drop packets on a node of Kubernetes 1.34, these examples were not run.',
    fix: 'Add a rule for the peer and for the port of the container, and one for port 53 to the DNS servers.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: store}
spec: {selector: {app: store}, ports: [{port: 80, targetPort: 6379}]}
---
apiVersion: v1
kind: Pod
metadata: {name: store, labels: {app: store}}
spec: {containers: [{name: store, image: store, ports: [{containerPort: 6379}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: web, env: [{name: STORE, value: "store:80"}]}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: store}
spec:
  podSelector: {matchLabels: {app: store}}
  ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 80}]}]
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: store}
spec: {selector: {app: store}, ports: [{port: 80, targetPort: 6379}]}
---
apiVersion: v1
kind: Pod
metadata: {name: store, labels: {app: store}}
spec: {containers: [{name: store, image: store, ports: [{containerPort: 6379}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: web, env: [{name: STORE, value: "store:80"}]}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: store}
spec:
  podSelector: {matchLabels: {app: store}}
  ingress: [{from: [{podSelector: {matchLabels: {app: web}}}], ports: [{port: 6379}]}]
`,
  },
  check({ root, report }) {
    const said = new Set<string>();
    const once = (key: string, act: () => void): void => {
      if (!said.has(key)) act();
      said.add(key);
    };
    const blocked = (direction: Direction, end: PodEnd, peer: PodEnd, port: ConnectionPort): readonly ObjectView[] => {
      const policies = policiesOn(root, end, direction);
      return policies.length === 0 || permits(root, policies, direction, peer, port) ? [] : policies;
    };
    for (const { from, to, port, caller, service } of callsOf(root)) {
      const shown = port.number ?? port.name;
      const text = `${caller} calls the Service "${service.name}", whose pods listen at port ${shown}: `;
      once(`out ${text}`, () =>
        reportAt(
          blocked('egress', from, to, port),
          'egress',
          `${text}no egress rule permits it`,
          'add a rule for these pods and this port',
          report,
        ),
      );
      once(`in ${text}`, () =>
        reportAt(
          blocked('ingress', to, from, port),
          'ingress',
          `${text}no ingress rule permits it`,
          'add a rule for the caller and this port',
          report,
        ),
      );
    }
    const callers = callersByName(root);
    for (const { end, name } of endsOf(root)) {
      const policies = policiesOn(root, end, 'egress');
      if (!namesPods(policies) || mayAsk(root, policies)) continue;
      reportAt(
        policies,
        'egress',
        `${name} may not ask DNS: names of Services are not resolved`,
        'permit port 53, UDP and TCP, to the DNS servers',
        report,
        callers.has(name) ? 'warning' : 'info',
      );
    }
  },
};
