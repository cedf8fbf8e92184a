/** CustomResourceDefinitions and objects of the kinds that they define, with their CEL rules. An input is a stream of both. */
import { checkFilesTogether, definitionsIn, validateText } from '@mcpgw/validate';
import { definitionsOf } from '../../../packages/custom-resources/src/definitions/definitions.js';
import { manifestSeeds, yamlTokens } from '../seeds.js';
import { holds, type Target } from '../target.js';

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.x.test}
spec:
  group: x.test
  scope: Namespaced
  names: {kind: Thing, plural: things, singular: thing, listKind: ThingList}
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
            x-kubernetes-validations:
            - {rule: "self.a > 1 && self.list.all(x, x.matches('^a+$'))", message: no, messageExpression: "'a' + string(self.a)"}
            properties:
              a: {type: integer, minimum: 1, maximum: 9, multipleOf: 2, format: int32, default: 2}
              s: {type: string, pattern: "^(a|b)*$", maxLength: 5, enum: [a, b], format: date-time, nullable: true}
              list: {type: array, items: {type: string}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], uniqueItems: true}
              any: {x-kubernetes-preserve-unknown-fields: true, x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}], not: {required: [z]}}
              map: {type: object, additionalProperties: {type: boolean}, minProperties: 1}
---
apiVersion: x.test/v1
kind: Thing
metadata: {name: t}
spec: {a: 3, s: "ab", list: [a, b], any: {z: 1}, map: {k: true}, unknown: 1}
`;

export const target: Target = {
  seeds: [crd, ...manifestSeeds],
  tokens: [
    ...yamlTokens,
    'self',
    'oldSelf',
    ' && ',
    '.all(x, ',
    '.exists(',
    'has(self.',
    'size(',
    'matches(',
    '?',
    'type: object',
    'properties: ',
    'items: ',
    'x-kubernetes-',
    'rule: ',
    'pattern: ',
    'format: ',
    '$ref: "#/"',
    'additionalProperties: ',
  ],
  share: 0.5,
  run(input) {
    const text = input.toString('utf8');
    const definitions = definitionsOf(definitionsIn(text));
    const beside = { file: 'g.yaml', text };
    const [related] = checkFilesTogether([{ file: 'f.yaml', text }, beside]);
    const { findings } = validateText(text, { file: 'f.yaml', kind: 'manifest', definitions, related: () => related! });
    for (const { span, rule } of findings)
      holds(
        span === undefined || (span.start >= 0 && span.start <= span.end && span.end <= text.length + 1),
        'a finding lies outside of its file',
        rule,
      );
  },
};
