/**
 * Traps of core objects and alerts, written from the list of fields before the rules that find them: the API server takes both sides of
 * `<<wrong||right>>`, and only the right one does what it says.
 */

/** The class of the fault, and the object with both of its sides. */
export type Trap = readonly [what: string, text: string];

const object = (apiVersion: string, kind: string, name: string, spec: string): string =>
  `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
const safe = 'resources: {limits: {memory: 256Mi, cpu: 500m}, requests: {memory: 128Mi, cpu: 100m}}';
const container = (more: string): string => `{name: app, image: "web:1.2", ${safe}${more === '' ? '' : `, ${more}`}}`;
const deployment = (containers: string, pod = '', spec = 'replicas: 3'): string =>
  object(
    'apps/v1',
    'Deployment',
    'web',
    `{${spec}, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [${containers}]${pod === '' ? '' : `, ${pod}`}}}}`,
  );
const set = (spec: string, pod = container('')): string =>
  object(
    'apps/v1',
    'StatefulSet',
    'db',
    `{serviceName: db, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {containers: [${pod}]}}, ${spec}}`,
  ) + object('v1', 'Service', 'db', '{clusterIP: None, selector: {app: db}, ports: [{port: 5432}]}');
const job = (spec: string, pod = ''): string =>
  object('batch/v1', 'Job', 'load', `{template: {spec: {restartPolicy: Never, containers: [${container('')}]${pod}}}, ${spec}}`);
const cron = (spec: string, ofJob = ''): string =>
  object(
    'batch/v1',
    'CronJob',
    'report',
    `{${spec}, jobTemplate: {spec: {${ofJob}template: {spec: {restartPolicy: Never, containers: [${container('')}]}}}}}`,
  );
const service = (spec: string): string => object('v1', 'Service', 'web', `{selector: {app: web}, ${spec}}`);
const scaler = (metrics: string, more = ''): string =>
  object(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    'web',
    `{scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 6, metrics: [${metrics}]${more}}`,
  );
const resource = (name: string, target: string): string => `{type: Resource, resource: {name: ${name}, target: {${target}}}}`;
const network = (spec: string): string =>
  object('networking.k8s.io/v1', 'NetworkPolicy', 'web', `{podSelector: {matchLabels: {app: web}}, ${spec}}`);
const ingress = (path: string): string =>
  object(
    'networking.k8s.io/v1',
    'Ingress',
    'web',
    `{ingressClassName: nginx, rules: [{host: web.example.com, http: {paths: [{${path}, backend: {service: {name: web, port: {number: 80}}}}]}}]}`,
  );
const port80 = 'ports: [{name: http, containerPort: 8080}]';
const web = deployment(container(port80), '', '');
const unscaled = deployment(container(port80), '', '').replace('{, ', '{');

/** 40 traps of core objects. */
export const coreTraps: readonly Trap[] = [
  [
    'a variable of arguments that is not set',
    deployment(container('args: ["--port=$(<<PROT||PORT>>)"], env: [{name: PORT, value: "8080"}]')),
  ],
  [
    'a variable that is used before it is set',
    deployment(
      container(
        'env: [<<{name: URL, value: "http://$(HOST)/"}, {name: HOST, value: db}||{name: HOST, value: db}, {name: URL, value: "http://$(HOST)/"}>>]',
      ),
    ),
  ],
  ['a folder to work in that is relative', deployment(container('workingDir: <<app||/app>>'))],
  [
    'a probe of the node itself',
    deployment(container(`${port80}, readinessProbe: {httpGet: {path: /ready, port: http<<, host: localhost||>>}}`)),
  ],
  [
    'a probe that begins after an hour',
    deployment(container(`${port80}, readinessProbe: {httpGet: {path: /ready, port: http}, initialDelaySeconds: <<3600||10>>}`)),
  ],
  [
    'a probe over TLS at a port named http',
    deployment(container(`${port80}, readinessProbe: {httpGet: {path: /ready, port: http<<, scheme: HTTPS||>>}}`)),
  ],
  ['a capability with its prefix', deployment(container('securityContext: {capabilities: {add: [<<CAP_NET_ADMIN||NET_ADMIN>>]}}'))],
  [
    'capabilities of a privileged container',
    deployment(container('securityContext: {<<privileged: true, ||>>capabilities: {drop: [ALL]}}')),
  ],
  [
    'a script of a ConfigMap that nobody may run',
    `${deployment(
      container('command: [/scripts/run.sh], volumeMounts: [{name: scripts, mountPath: /scripts}]'),
      'volumes: [{name: scripts, configMap: {name: scripts<<||, defaultMode: 0755>>}}]',
    )}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: scripts}\ndata: {run.sh: "#!/bin/sh"}\n`,
  ],
  [
    'a Secret that its user may not read',
    `${deployment(
      container('securityContext: {runAsUser: 1000}, volumeMounts: [{name: key, mountPath: /keys}]'),
      'volumes: [{name: key, secret: {secretName: key, defaultMode: <<0400||0444>>}}]',
    )}---\napiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {id: x}\n`,
  ],
  [
    'a volume in memory above the limit of memory',
    deployment(
      container('volumeMounts: [{name: shm, mountPath: /dev/shm}]'),
      'volumes: [{name: shm, emptyDir: {medium: Memory, sizeLimit: <<2Gi||64Mi>>}}]',
    ),
  ],
  [
    'a volume above the limit of local storage',
    deployment(
      `{name: app, image: "web:1.2", resources: {limits: {ephemeral-storage: 500Mi}}, volumeMounts: [{name: tmp, mountPath: /tmp}]}`,
      'volumes: [{name: tmp, emptyDir: {sizeLimit: <<2Gi||200Mi>>}}]',
    ),
  ],
  [
    'an init container that never ends',
    deployment(container(''), 'initContainers: [{name: wait, image: "busybox:1", command: [sleep, <<infinity||"5">>]}]'),
  ],
  [
    'a hook after the start that never ends',
    deployment(container('lifecycle: {postStart: {exec: {command: [sh, -c, "<<tail -f /dev/null||touch /tmp/up>>"]}}}')),
  ],
  [
    'a limit that is not set, as a variable',
    deployment(
      `{name: app, image: "web:1.2", resources: {limits: {<<memory: 256Mi||cpu: "2">>}}, env: [{name: GOMAXPROCS, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}]}`,
    ),
  ],
  [
    'one key of two sources of variables',
    deployment(container('envFrom: [{configMapRef: {name: one}}, {configMapRef: {name: two}}]')) +
      '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {LEVEL: info}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: two}\ndata: {<<LEVEL||DEPTH>>: debug}\n',
  ],
  ['a system that no node has', deployment(container(''), 'nodeSelector: {kubernetes.io/os: <<Linux||linux>>}')],
  [
    'a skew that more pods than there are would need',
    deployment(
      container(''),
      'topologySpreadConstraints: [{maxSkew: <<5||1>>, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]',
    ),
  ],
  ['more dots than a name has', deployment(container(''), 'dnsConfig: {options: [{name: ndots, value: "<<50||2>>"}]}')],
  ['a Deployment that is paused', deployment(container(''), '', 'replicas: 2<<, paused: true||>>')],
  [
    'a deadline before the pods can be ready',
    deployment(
      container(`${port80}, readinessProbe: {httpGet: {path: /ready, port: http}, initialDelaySeconds: 120}`),
      '',
      'replicas: 2, progressDeadlineSeconds: <<60||600>>',
    ),
  ],
  ['a partition above all pods', set('replicas: 3, updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: <<3||0>>}}')],
  [
    'a claim that nothing mounts',
    set(
      'replicas: 3, volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]',
      container('<<||volumeMounts: [{name: data, mountPath: /data}]>>').replace(', <<||', '<<||, '),
    ),
  ],
  [
    'a claim of ten bytes',
    object('v1', 'PersistentVolumeClaim', 'data', '{accessModes: [ReadWriteOnce], resources: {requests: {storage: <<10||10Gi>>}}}'),
  ],
  ['a Job without pods', job('parallelism: <<0||1>>')],
  ['a Job that is done before it runs', job('completions: <<0||1>>')],
  ['a Job that is suspended', job('suspend: <<true||false>>')],
  ['a Job that is removed when it ends', job('ttlSecondsAfterFinished: <<0||3600>>')],
  ['a pod that ends before its Job', job('activeDeadlineSeconds: 3600', ', activeDeadlineSeconds: <<10||3600>>')],
  ['a run each minute of an hour', cron('schedule: "<<*||0>> 3 * * *"')],
  [
    'a run that the next one replaces before it ends',
    cron('schedule: "*/5 * * * *", concurrencyPolicy: Replace', 'activeDeadlineSeconds: <<3600||240>>, '),
  ],
  [
    'a headless Service that maps its port',
    object('v1', 'Service', 'web', '{clusterIP: None, selector: {app: web}, ports: [{port: <<80||8080>>, targetPort: 8080}]}') + unscaled,
  ],
  ['a port by name with another protocol', service('ports: [{port: 80, targetPort: http<<, protocol: UDP||>>}]') + unscaled],
  [
    'ranges of sources beside all',
    service('type: LoadBalancer, loadBalancerSourceRanges: [10.0.0.0/8<<, 0.0.0.0/0||>>], ports: [{port: 80, targetPort: http}]') +
      unscaled,
  ],
  [
    'a share of processors that the limit rules out',
    unscaled.replace('requests: {memory: 128Mi, cpu: 100m}', 'requests: {memory: 128Mi, cpu: 500m}') +
      scaler(resource('cpu', 'type: Utilization, averageUtilization: <<150||70>>')),
  ],
  ['an average of whole processors', unscaled + scaler(resource('cpu', 'type: AverageValue, averageValue: <<"50"||50m>>'))],
  [
    'two budgets for the same pods',
    object('policy/v1', 'PodDisruptionBudget', 'one', '{maxUnavailable: 1, selector: {matchLabels: {app: web}}}') +
      object('policy/v1', 'PodDisruptionBudget', 'two', '{maxUnavailable: 1, selector: {matchLabels: {app: <<web||api>>}}}') +
      deployment(container('')) +
      deployment(container('')).replaceAll('app: web', 'app: api').replace('name: web}', 'name: api}'),
  ],
  [
    'peers that are joined by or',
    network(
      'policyTypes: [Ingress], ingress: [{from: [<<{namespaceSelector: {}}, {podSelector: {matchLabels: {app: api}}}||{namespaceSelector: {}, podSelector: {matchLabels: {app: api}}}>>]}]',
    ) + web.replace('{, ', '{'),
  ],
  ['a pattern in a prefix', ingress('path: "<</api(/|$)(.*)||/api>>", pathType: Prefix')],
  [
    'a value that ends with a line end',
    '---\napiVersion: v1\nkind: Secret\nmetadata: {name: db}\ndata: {password: <<aHVudGVyMgo=||aHVudGVyMg==>>}\n' +
      deployment(container('env: [{name: PASSWORD, valueFrom: {secretKeyRef: {name: db, key: password}}}]')),
  ],
];

const rules = (list: string, group = ''): string =>
  object('monitoring.coreos.com/v1', 'PrometheusRule', 'web', `{groups: [{name: web${group}, rules: [${list}]}]}`);
const alert = (expression: string, more = ''): string => rules(`{alert: Down, expr: '${expression}'${more}}`);

/** 15 traps of alerts and monitors. */
export const alertTraps: readonly Trap[] = [
  [
    'a label of a missing series',
    alert('absent(up{job="web"})', ', annotations: {summary: "<<{{ $labels.instance }}||{{ $labels.job }}>> is gone"}'),
  ],
  ['a share that is compared with a percentage', alert('node_filesystem_avail_bytes / node_filesystem_size_bytes < <<10||0.1>>')],
  ['a count that is never zero', alert('count(up{job="web"} == 1) <<== 0||< 2>>')],
  ['a comparison that keeps all series', alert('up{job="web"} == <<bool ||>>0')],
  ['a histogram of sums', alert('histogram_quantile(0.95, sum by (le) (rate(request_seconds_<<sum||bucket>>[5m]))) > 1')],
  ['a glob in a pattern', alert('kube_pod_status_ready{condition="false", pod=~"web-<<*||.*>>"} == 1')],
  ['a list with commas in a pattern', alert('up{namespace=~"prod<<,||$|>>staging"} == 0'.replace('$|', '|'))],
  ['a day that no week has', alert('up == 0 and on() day_of_week() == <<7||0>>')],
  ['two comparisons that exclude each other', alert('node_load5 > 5 and node_load5 < <<3||30>>')],
  ['a reason in other letters', alert('kube_pod_container_status_waiting_reason{reason="CrashLoop<<Backoff||BackOff>>"} > 0')],
  ['a state in other letters', alert('kube_node_status_condition{condition="Ready", status="<<False||false>>"} == 1')],
  ['a variable of a text that is not there', alert('up == 0', ', annotations: {summary: "{{ $<<label||labels>>.instance }} is down"}')],
  ['a duration shorter than the time between evaluations', rules('{alert: Down, expr: up == 0, for: 5m}', ', interval: <<1h||1m>>')],
  ['a replacement without its group', rules('{record: web, expr: \'label_replace(up, "host", "$1", "instance", "<<.+:.+||(.+):.+>>")\'}')],
  [
    'values that are too old between two scrapes',
    object(
      'monitoring.coreos.com/v1',
      'ServiceMonitor',
      'web',
      '{selector: {matchLabels: {app: web}}, endpoints: [{port: http, interval: <<24h||30s>>}]}',
    ),
  ],
];

const account = '---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: web}\n';
const binding =
  '---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: web}\nrules: [{apiGroups: [""], resources: [pods], verbs: [get, list]}]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: web}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: web}\nsubjects: [{kind: ServiceAccount, name: web}]\n';
const annotated = (annotations: string, tls = ''): string =>
  `---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web, annotations: {${annotations}}}\nspec: {ingressClassName: nginx${tls}, rules: [{host: web.example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}\n`;
const spaced = (kind: string, spec: string, name = 'web'): string =>
  `---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: apps}\nspec: ${spec}\n`;

/** 17 more traps of core objects, written after the rules for the first ones. */
export const moreCoreTraps: readonly Trap[] = [
  [
    'places of a label that no node has',
    deployment(
      container(''),
      'topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/<<host||hostname>>, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]',
    ),
  ],
  [
    'a zone that is asked for and ruled out',
    deployment(
      container(''),
      'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [a]}, {key: topology.kubernetes.io/zone, operator: NotIn, values: [<<a||b>>]}]}]}}}',
    ),
  ],
  ['a role of nodes that is gone', deployment(container(''), 'nodeSelector: {node-role.kubernetes.io/<<master||control-plane>>: ""}')],
  [
    'a label that namespaces do not have',
    network(
      'policyTypes: [Ingress], ingress: [{from: [{namespaceSelector: {matchLabels: {<<name||kubernetes.io/metadata.name>>: monitoring}}}]}]',
    ) + unscaled,
  ],
  ['a size in the words of another program', annotated('nginx.ingress.kubernetes.io/proxy-body-size: <<10MB||10m>>')],
  [
    'an issuer for no certificate',
    annotated('cert-manager.io/cluster-issuer: letsencrypt', '<<||, tls: [{hosts: [web.example.com], secretName: web}]>>'),
  ],
  [
    'a template of claims of five bytes',
    set(
      'replicas: 3, volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: <<5||5Gi>>}}}}]',
      container('volumeMounts: [{name: data, mountPath: /data}]'),
    ),
  ],
  [
    'a namespace that refuses the pods',
    `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: apps, labels: {pod-security.kubernetes.io/enforce: <<restricted||privileged>>}}\n${deployment(container('securityContext: {privileged: true}')).replace('{name: web}', '{name: web, namespace: apps}')}`,
  ],
  [
    'a quota of limits that the pods do not have',
    `${spaced('ResourceQuota', '{hard: {<<limits.cpu: "10"||pods: "10">>}}')}${deployment('{name: app, image: "web:1.2"}').replace('{name: web}', '{name: web, namespace: apps}')}`,
  ],
  ['an argument with its value in one text', deployment(container('args: [<<"--port 8080"||"--port=8080">>]'))],
  ['an image with a capital letter', deployment(`{name: app, image: "<<Example/Web||example/web>>:1.2", ${safe}}`)],
  [
    'a role without the token for it',
    `${account}${binding}${deployment(container(''), 'serviceAccountName: web, automountServiceAccountToken: <<false||true>>')}`,
  ],
  [
    'a setting of the kernel that the kubelet refuses',
    deployment(
      container(''),
      'securityContext: {sysctls: [{name: <<net.core.somaxconn||net.ipv4.ip_local_port_range>>, value: "1024 65000"}]}',
    ),
  ],
  [
    'a name of the cluster without its DNS',
    deployment(container('env: [{name: DB, value: "http://db.apps.svc.cluster.local:80"}]'), 'dnsPolicy: <<Default||ClusterFirst>>'),
  ],
  ['local storage of ten bytes', deployment('{name: app, image: "web:1.2", resources: {limits: {ephemeral-storage: <<10||10Gi>>}}}')],
  [
    'an optional key that is not there',
    `${deployment(container('env: [{name: PASSWORD, valueFrom: {secretKeyRef: {name: db, key: <<passwrd||password>>, optional: true}}}]'))}---\napiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {password: from-the-vault}\n`,
  ],
  ['a time in the words of another program', annotated('nginx.ingress.kubernetes.io/proxy-read-timeout: "<<60s||60>>"')],
];

/** 8 more traps of alerts. */
export const moreAlertTraps: readonly Trap[] = [
  ['a look ahead of four seconds', alert('predict_linear(node_filesystem_avail_bytes[4h], <<4||4 * 3600>>) < 0')],
  ['the difference of a counter', alert('<<delta||increase>>(requests_failed_total[5m]) > 5')],
  ['a ratio in percent', alert('cache_hit_ratio < <<90||0.9>>')],
  ['seconds in milliseconds', alert('histogram_quantile(0.99, sum by (le) (rate(request_duration_seconds_bucket[5m]))) > <<500||0.5>>')],
  ['one side without a comparison', alert('rate(errors_total[5m]) > 1 or rate(timeouts_total[5m])<<|| > 1>>')],
  [
    'a percentage of a percentage',
    alert(
      '100 * rate(errors_total[5m]) / rate(requests_total[5m]) > 5',
      ', annotations: {summary: "{{ $value | <<humanizePercentage||humanize>>  }} fail"}',
    ),
  ],
  ['an alert that stays for a month', alert('up == 0', ', keep_firing_for: <<720h||10m>>')],
  ['two samples of an hour', alert('<<irate||rate>>(errors_total[1h]) > 1')],
];

/** The two sides of a trap. */
export const sides = (text: string): { wrong: string; right: string } => ({
  wrong: text.replace(/<<([\s\S]*?)\|\|([\s\S]*?)>>/g, '$1'),
  right: text.replace(/<<([\s\S]*?)\|\|([\s\S]*?)>>/g, '$2'),
});
