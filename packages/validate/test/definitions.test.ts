import { definitionsOf } from '@mcpgw/custom-resources';
import { definitionsIn } from '../src/manifest/check-stream.js';
import { validateText } from '../src/validate.js';

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.shop.example.com}
spec:
  group: shop.example.com
  scope: Namespaced
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [size]
              x-kubernetes-validations:
                - {rule: "!has(self.min) || self.min <= self.size", message: min is at most size, fieldPath: .min}
                - {rule: "self.mode != 'Fast' || has(self.limits)", messageExpression: "'mode ' + self.mode + ' needs limits'"}
                - {rule: "self == oldSelf", message: never changes}
                - {rule: "!has(self.zone) || self.zone.matches('^[a-z]+$')", message: a zone has small letters}
                - {rule: "!has(self.parts) || self.parts.all(p, self.parts.exists_one(q, q.name == p.name))"}
                - {rule: "!has(self.x__dash__y) || self.x__dash__y > 1"}
                - {rule: "!has(self.amount) || quantity(self.amount).isLessThan(quantity('2Gi'))", message: less than 2Gi}
              properties:
                size: {type: integer, minimum: 1, maximum: 10}
                min: {type: integer}
                mode: {type: string, enum: [Fast, Slow], default: Slow}
                zone: {type: string, minLength: 2, maxLength: 5}
                limits: {type: object, additionalProperties: {type: string, pattern: '^\\d+m$'}}
                port: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}
                free: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {known: {type: boolean}}}
                since: {type: string, format: date-time}
                ratio: {type: number, exclusiveMinimum: true, minimum: 0}
                amount: {type: string}
                tags: {type: array, x-kubernetes-list-type: set, maxItems: 3, items: {type: string}}
                parts:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items: {type: object, required: [name], properties: {name: {type: string}, weight: {type: integer}}}
                x-y: {type: integer}
                maybe: {type: string, nullable: true}
                one: {type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b]}]}
            status: {type: object, required: [done], properties: {done: {type: boolean}}}
    - name: v1alpha1
      served: false
      storage: false
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: zones.shop.example.com}
spec:
  group: shop.example.com
  scope: Cluster
  names: {kind: Zone, plural: zones}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          x-kubernetes-validations: [{rule: "self.metadata.name.startsWith('z')", message: a name begins with z}]
          properties:
            spec: {type: object, properties: {weird: {type: string, x-kubernetes-validations: [{rule: 'nosuch(self)'}]}}}
`;
const definitions = definitionsOf(definitionsIn(crd));
const check = (text: string) =>
  validateText(text, { file: 'w.yaml', kind: 'manifest', env: {}, definitions }).findings.map(
    ({ rule, severity, path, message }) => `${severity} ${rule} ${path?.join('.')}: ${message}`,
  );
const widget = (spec: string, rest = '') => `apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: ${spec}\n${rest}`;

it.each([
  '{size: 3}',
  '{size: 3.0}',
  '{size: 3, mode: Fast, limits: {cpu: 10m}}',
  '{size: 3, port: 80}',
  '{size: 3, port: http}',
  '{size: 3, free: {anything: [1, {a: b}], known: true}}',
  '{size: 3, since: "2026-01-31T12:00:00Z", ratio: 0.1, tags: [a, b], parts: [{name: a}, {name: b, weight: 2}]}',
  '{size: 3, min: null, maybe: null, limits: null}',
  '{size: 3, x-y: 2, zone: abc, one: {a: x}, amount: 1Gi}',
])('a good object: %s', spec => {
  expect(check(widget(spec))).toEqual([]);
});

it.each<[string, string[]]>([
  ['{}', ['error missing-field spec: the field "size" is missing in "spec" of an object of kind Widget']],
  ['{size: "3"}', ['error wrong-type spec.size: expected an integer, found a string']],
  ['{size: 11}', ['error bad-value spec.size: 11 is out of range: from 1 to 10']],
  ['{size: 3, sise: 1}', ['error unknown-field spec.sise: unknown field "sise" in "spec" of an object of kind Widget']],
  ['{size: 3, size: 4}', ['error duplicate-field spec.size: "size" is already set above in this mapping']],
  ['{size: 3, mode: fast}', ['error bad-value spec.mode: "fast" is not one of the known values']],
  ['{size: 3, mode: Fast}', ['error cel-rule spec: mode Fast needs limits']],
  ['{size: 3, min: 4}', ['error cel-rule spec.min: min is at most size']],
  ['{size: 3, zone: A1}', ['error cel-rule spec: a zone has small letters']],
  ['{size: 3, zone: abcdef}', ['error bad-value spec.zone: expected at most 5 characters, found 6']],
  ['{size: 3, limits: {cpu: ten}}', ['error bad-value spec.limits.cpu: "ten" does not match the pattern ^\\d+m$']],
  ['{size: 3, port: true}', ['error wrong-type spec.port: expected an integer or a string, found a boolean']],
  ['{size: 3, free: {known: 1}}', ['error wrong-type spec.free.known: expected true or false, found an integer']],
  ['{size: 3, since: yesterday}', ['error bad-value spec.since: "yesterday" is not a point in time such as "2026-01-31T12:00:00Z"']],
  ['{size: 3, ratio: 0}', ['error bad-value spec.ratio: expected more than 0']],
  ['{size: 3, amount: 3Gi}', ['error cel-rule spec: less than 2Gi']],
  ['{size: 3, amount: some}', ['error cel-rule spec: less than 2Gi ("some" is not a quantity)']],
  ['{size: 3, tags: [a, a]}', ['error duplicate-entry spec.tags.1: this value is already in this list above']],
  ['{size: 3, tags: [a, b, c, d]}', ['error bad-value spec.tags: expected at most 3 items, found 4']],
  ['{size: 3, tags: [null]}', ['error wrong-type spec.tags.0: expected a string, found null']],
  [
    '{size: 3, parts: [{name: a}, {name: a}]}',
    ['error duplicate-entry spec.parts.1: an item with this name is already in this list above'],
  ],
  ['{size: 3, x-y: 1}', ['error cel-rule spec: the rule of the definition does not hold: !has(self.x__dash__y) || self.x__dash__y > 1']],
  ['{size: 3, one: {}}', ['error bad-value spec.one: the value has to meet exactly one of the alternatives of its definition (oneOf)']],
])('a wrong object: %s', (spec, expected) => {
  expect(check(widget(spec))).toEqual(expected);
});

it.each<[string, string, string[]]>([
  [
    'a version that is not served',
    'apiVersion: shop.example.com/v1alpha1\nkind: Widget\nmetadata: {name: w}\nspec: {}\n',
    ['error unknown-kind apiVersion: the definition of Widget does not serve shop.example.com/v1alpha1'],
  ],
  [
    'a version that is not there',
    'apiVersion: shop.example.com/v2\nkind: Widget\nmetadata: {name: w}\nspec: {}\n',
    ['error unknown-kind apiVersion: the definition of Widget has no version "v2"'],
  ],
  [
    'a kind that is near',
    'apiVersion: shop.example.com/v1\nkind: Widgit\nmetadata: {name: w}\n',
    ['error unknown-kind kind: "Widgit" is not a kind of shop.example.com that is known'],
  ],
  [
    'a group that is near',
    'apiVersion: shop.exmaple.com/v1\nkind: Widget\nmetadata: {name: w}\n',
    ['error unknown-kind apiVersion: "shop.exmaple.com/v1" is not an API that is known'],
  ],
  ['a status, which the server drops', widget('{size: 3}', 'status: {}\n'), []],
  [
    'an unknown field of the object',
    widget('{size: 3}', 'sepc: {}\n'),
    ['error unknown-field sepc: unknown field "sepc" in an object of kind Widget'],
  ],
  [
    'no spec',
    'apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: w}\n',
    ['error missing-field : the field "spec" is missing in an object of kind Widget'],
  ],
  [
    'a namespace where there is none',
    'apiVersion: shop.example.com/v1\nkind: Zone\nmetadata: {name: z, namespace: a}\n',
    ['error bad-value metadata.namespace: objects of this kind are in no namespace'],
  ],
  ['a rule over the name', 'apiVersion: shop.example.com/v1\nkind: Zone\nmetadata: {name: a}\n', ['error cel-rule : a name begins with z']],
  [
    'a rule that is not evaluated',
    'apiVersion: shop.example.com/v1\nkind: Zone\nmetadata: {name: z}\nspec: {weird: a}\n',
    [
      "info cel-not-checked spec.weird: not checked: the rule nosuch(self) of the definition (found no matching overload for 'nosuch(dyn)')",
    ],
  ],
])('%s', (_what, text, expected) => {
  expect(check(text)).toEqual(expected);
});

it('definitions teach the objects beside them', () => {
  const { findings } = validateText(`${crd}---\n${widget('{size: 30}')}`, { file: 'all.yaml', env: {} });
  expect(findings.map(({ message }) => message)).toEqual(['30 is out of range: from 1 to 10']);
});

it('a definition of a kind that is described here too is the one that counts', () => {
  const own = crd.replaceAll('shop.example.com', 'agentgateway.dev').replaceAll('Widget', 'AgentgatewayBackend');
  const object = 'apiVersion: agentgateway.dev/v1\nkind: AgentgatewayBackend\nmetadata: {name: b}\nspec: {size: 3}\n';
  expect(validateText(`${own}---\n${object}`, { file: 'all.yaml', env: {} }).findings).toEqual([]);
});

it('a rule whose work would grow without bound is not evaluated, and that is said', () => {
  const parts = Array.from({ length: 3000 }, (_, index) => `{name: p${index}}`).join(', ');
  expect(check(widget(`{size: 3, parts: [${parts}]}`))).toEqual([
    'info cel-not-checked spec: not checked: the rule !has(self.parts) || self.parts.all(p, self.parts.exists_one(q, q.name == p.name)) of the definition (the value is too large for it)',
  ]);
});

it('a pattern that takes exponential time elsewhere takes none here', () => {
  const slow = crd.replace('^\\d+m$', '^(a+)+$');
  const { findings } = validateText(`${slow}---\n${widget(`{size: 3, limits: {cpu: ${'a'.repeat(40)}b}}`)}`, { file: 'w.yaml', env: {} });
  expect(findings.map(({ rule }) => rule)).toEqual(['bad-value']);
});

it.each<[string, string, string[]]>([
  [
    'gateway.networking.k8s.iO/v1',
    'HTTPRoute',
    ['error: "gateway.networking.k8s.iO/v1" is not an API that is known -> did you mean "gateway.networking.k8s.io/v1"?'],
  ],
  [
    'agentgateway.devv/v1alpha1',
    'AgentgatewayPolicy',
    ['error: "agentgateway.devv/v1alpha1" is not an API that is known -> did you mean "agentgateway.dev/v1alpha1"?'],
  ],
  [
    'agentgatway.dev/v1alpha1',
    'AgentgatewayPolicy',
    ['error: "agentgatway.dev/v1alpha1" is not an API that is known -> did you mean "agentgateway.dev/v1alpha1"?'],
  ],
  ['apps/v2', 'Deployment', ['error: Kubernetes has no Deployment in apps/v2 -> use "apps/v1"']],
  ['app/v1', 'Deployment', ['error: "app/v1" is not an API that is known -> did you mean "apps/v1"?']],
  ['Apps/v1', 'Deployment', ['error: "Apps/v1" is not an API that is known -> did you mean "apps/v1"?']],
  ['apps.k8s.io/v1', 'Deployment', ['error: "apps.k8s.io/v1" is not an API that is known -> did you mean "apps/v1"?']],
  ['apps/v1', 'Deploymnt', ['error: Kubernetes has no Deploymnt in apps/v1 -> did you mean "Deployment"?']],
  ['apps/v1', 'deployment', ['error: Kubernetes has no deployment in apps/v1 -> did you mean "Deployment"?']],
  ['appsv1', 'Deployment', ['error: Kubernetes has no Deployment in appsv1 -> use "apps/v1"']],
  ['networking/v1', 'Ingress', ['error: "networking/v1" is not an API that is known -> did you mean "networking.k8s.io/v1"?']],
  [
    'rbac.authorization.k8s.io/v1',
    'RoleBindng',
    ['error: Kubernetes has no RoleBindng in rbac.authorization.k8s.io/v1 -> did you mean "RoleBinding"?'],
  ],
  [
    'rbac.authorisation.k8s.io/v1',
    'Role',
    ['error: "rbac.authorisation.k8s.io/v1" is not an API that is known -> did you mean "rbac.authorization.k8s.io/v1"?'],
  ],
  [
    'gateway.networking.k8s.io/v2',
    'HTTPRoute',
    ['error: HTTPRoute is not served as gateway.networking.k8s.io/v2 -> write apiVersion: gateway.networking.k8s.io/v1'],
  ],
  ['gateway.networking.k8s.io/v1', 'HttpRoute', ['error: the Gateway API v1.6.1 has no kind "HttpRoute" -> did you mean "HTTPRoute"?']],
  [
    'monitoring.coreos.com/v1',
    'ServiceMonitr',
    ['error: "ServiceMonitr" is not a kind of monitoring.coreos.com that is known -> did you mean "ServiceMonitor"?'],
  ],
  [
    'monitoring.coreos.con/v1',
    'ServiceMonitor',
    ['error: "monitoring.coreos.con/v1" is not an API that is known -> did you mean "monitoring.coreos.com/v1"?'],
  ],
  ['cert-manger.io/v1', 'Certificate', ['error: "cert-manger.io/v1" is not an API that is known -> did you mean "cert-manager.io/v1"?']],
  [
    'cert-manager.io/v1',
    'Certifcate',
    ['error: "Certifcate" is not a kind of cert-manager.io that is known -> did you mean "Certificate"?'],
  ],
  ['cert-manager.io/1', 'Certificate', ['error: "1" is not a version of an API -> write a version such as v1 or v1beta1']],
  [
    'agentgateway.dev/v1alpha',
    'AgentgatewayPolicy',
    ['error: AgentgatewayPolicy is not served as agentgateway.dev/v1alpha -> write apiVersion: agentgateway.dev/v1alpha1'],
  ],
])('a slip in %s %s', (apiVersion, kind, expected) => {
  const { findings } = validateText(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`, { file: 'a.yaml', env: {} });
  expect(findings.map(({ severity, message, suggestion }) => `${severity}: ${message} -> ${suggestion}`)).toEqual(expected);
});

it.each([
  ['cert-manager.io/v1', 'Certificate'],
  ['gateway.networking.x-k8s.io/v1alpha1', 'XListenerSet'],
  ['networking.gke.io/v1', 'ManagedCertificate'],
  ['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler'],
  ['monitoring.coreos.com/v1', 'Prometheus'],
  ['policy.networking.k8s.io/v1alpha1', 'AdminNetworkPolicy'],
  ['shop.example.com/v1', 'Deployment'],
  ['inference.networking.x-k8s.io/v1alpha2', 'InferencePool'],
  ['storage.k8s.io/v1alpha1', 'VolumeAttributesClass'],
  ['example.com/stable', 'Widget'],
])('%s %s is not known, and nothing near is', (apiVersion, kind) => {
  const { findings } = validateText(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`, { file: 'a.yaml', env: {} });
  expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    `warning: not checked: ${kind} of ${apiVersion} is not known here`,
  ]);
});

it('a kind that is left out by name is not checked', () => {
  const text = 'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: a}\n';
  for (const name of ['Certificate', 'cert-manager.io/v1/Certificate'])
    expect(validateText(text, { file: 'a.yaml', env: {}, skip: new Set([name]) }).findings).toEqual([]);
  expect(validateText(text, { file: 'a.yaml', env: {}, skip: new Set(['Issuer']) }).findings).toHaveLength(1);
});
