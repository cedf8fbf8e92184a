import { get, type Rule } from '@mcpgw/structure';
import { probeKeys } from '../objects/handlers.js';
import { integerOf } from '../objects/objects.js';
import { forOwnContainers } from '../objects/own-pods.js';
import { probeProblems } from '../objects/probe-times.js';

const example = (probe: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web:1
      ports: [{containerPort: 8080}]
      livenessProbe: {httpGet: {path: /healthz, port: 8080}${probe}}
`;

export const probeHasty: Rule = {
  id: 'probe-hasty',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'One slow moment, such as a collection of garbage, restarts the container and ends its requests; a probe that begins too late keeps a pod that works from its requests.',
  docs: {
    checks:
      'The times of probes: a liveness probe allows 5 seconds or more without an answer and more than one failure, a startup probe 5 seconds or more, and no probe begins after 15 minutes. An info for a timeout above the period, and for liveness and readiness probes that notice a failure only after an hour or 10 minutes.',
    basedOn: 'The documentation of Kubernetes about probes. No kubelet ran the examples.',
    fix: 'Leave `failureThreshold` at 3 and `periodSeconds` at 10, and give a slow start a `startupProbe`.',
    wrong: example(', periodSeconds: 1, failureThreshold: 1'),
    correct: example(', periodSeconds: 10'),
  },
  check: context =>
    forOwnContainers(context, ({ node, path }, say) => {
      for (const key of probeKeys) {
        const probe = get(node, key);
        if (probe?.kind !== 'map') continue;
        for (const problem of probeProblems(key, name => integerOf(get(probe, name))))
          say([...path, key, problem.key], problem.message, problem.suggestion, problem.severity);
      }
    }),
};
