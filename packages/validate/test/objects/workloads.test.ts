/** Findings for the kinds that run pods. */
import { said } from './said.js';

const cases: readonly (readonly [name: string, manifest: string, findings: readonly string[]])[] = [
  [
    'a selector that does not match',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: t}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: c}}
    spec:
      containers: [{name: c, image: i}]
`,
    [
      'spec.template.metadata.labels.a: the template lacks the label a: b that the selector wants, it has "c" (give the template every label of the selector)',
    ],
  ],
  [
    'a strategy without room',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: t}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: c, image: i}]
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0%}}
  progressDeadlineSeconds: 5
  minReadySeconds: 9
`,
    [
      'spec.strategy.rollingUpdate.maxUnavailable: maxUnavailable and maxSurge may not both be 0: no pod could be replaced',
      'spec.progressDeadlineSeconds: progressDeadlineSeconds 5 must exceed minReadySeconds 9',
    ],
  ],
  [
    'a restart policy',
    `
apiVersion: apps/v1
kind: Deployment
metadata: {name: t}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: c, image: i}]
      restartPolicy: Never
`,
    ['spec.template.spec.restartPolicy: the pods of a Deployment must have restartPolicy Always, found Never'],
  ],
  [
    'a daemon set',
    `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: t}
spec: {selector: {}, updateStrategy: {rollingUpdate: {maxSurge: 1}}, template: {spec: {containers: []}}}
`,
    [
      'spec.updateStrategy.rollingUpdate.maxUnavailable: with maxSurge, maxUnavailable of a daemon set must be 0, its default is 1',
      'spec.template.spec.containers: "containers" may not be empty',
      'spec.selector: the selector is empty: it would select every pod',
    ],
  ],
  [
    'a stateful set',
    `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: a.b}
spec: {selector: {matchLabels: {a: b}}, volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes: [RWO], resources: {}}}], template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i, volumeMounts: [{name: d, mountPath: /d}]}]}}}
`,
    [
      'metadata.name: "a.b" cannot be the name of a StatefulSet: it must consist of lower case letters, digits and "-", and start and end with a letter or digit',
      'spec.volumeClaimTemplates[0].spec.accessModes[0]: "RWO" is not one of the known values (one of "ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany" and "ReadWriteOncePod")',
      'spec.volumeClaimTemplates[0].spec.resources.requests: a claim must request storage (set resources.requests.storage)',
    ],
  ],
  [
    'a job',
    `
apiVersion: batch/v1
kind: Job
metadata: {name: t}
spec: {selector: {matchLabels: {a: b}}, completionMode: Indexed, podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [0]}}]}, template: {spec: {containers: [{name: c, image: i}]}}}
`,
    [
      'spec.selector: the server makes the selector of a job (remove the selector, or set manualSelector: true)',
      'spec.podFailurePolicy.rules[0].onExitCodes.values[0]: 0 is not a failure: the operator In does not take it',
      'spec.template.spec.restartPolicy: the pods of a job must have a restartPolicy other than Always, which is the default (set restartPolicy to OnFailure or Never)',
    ],
  ],
  [
    'a cron job',
    `
apiVersion: batch/v1
kind: CronJob
metadata: {name: t}
spec: {schedule: "0 */5 * * * *", timeZone: Mars/Base, jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}}
`,
    [
      'spec.schedule: "0 */5 * * * *" is not a schedule: it must have 5 fields, found 6',
      'spec.timeZone: "Mars/Base" is not a time zone: no such zone is known',
    ],
  ],
];

test.each(cases)('%s', (_name, manifest, findings) => {
  expect(said(manifest.trim())).toEqual(findings);
});
