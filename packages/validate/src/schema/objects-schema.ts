/** Kubernetes objects and custom resources as one JSON Schema. Each object is checked by its apiVersion and kind; unknown kinds are accepted. */

import { type CustomKind, customKinds, gatewayApiVersionOf, monitoringKinds, operatorVersion } from '@mcpgw/custom-resources';
import { newestMinor, servedKinds, typeOf, versionOfMinor } from '@mcpgw/kubernetes';
import { inRange } from '@mcpgw/structure';
import { customWords, kubernetesWords, monitoringWords } from './all-words.js';
import { type Schema, SchemaDefinitions } from './definitions.js';
import { exampleOf } from './examples.js';
import { dialect, ShapeWriter } from './to-json-schema.js';
import type { Words } from './words.js';

/** The objects that a schema covers, and its metadata. */
export interface ObjectsHead {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Includes the kinds of this minor version of Kubernetes 1. */
  readonly minor?: number;
  /** Includes the kinds of this version of agentgateway and of its version of the Gateway API, as bare semver. */
  readonly gatewayVersion?: string;
}

/** The kinds of an API group or of one of its versions, as a condition and a schema. */
interface ConditionalPart {
  readonly apiVersions: readonly string[];
  readonly kinds: readonly string[];
  readonly schema: Schema;
}

/** Writes the schema of the objects that the head selects. */
export function objectsSchema({ id, title, description, minor, gatewayVersion }: ObjectsHead): Schema {
  const definitions = new SchemaDefinitions();
  const types = new ShapeWriter({
    version: versionOfMinor(minor ?? newestMinor),
    definitions,
    decodesGo: true,
    words: kubernetesWords,
    examples: exampleOfType,
  });
  const parts = [
    ...(minor === undefined ? [] : servedParts(types, definitions, minor)),
    ...(gatewayVersion === undefined ? [] : customParts(types, definitions, gatewayVersion)),
  ];
  return {
    $schema: dialect,
    $id: id,
    title,
    description,
    examples: parts.flatMap(({ apiVersions, kinds }) => kinds.slice(0, 1).flatMap(kind => exampleOf(apiVersions[0]!, kind))).slice(0, 3),
    type: ['object', 'null'],
    properties: {
      apiVersion: choiceOf('Group and version of the API that the object belongs to.', [
        ...new Set(parts.flatMap(part => part.apiVersions)),
      ]),
      kind: choiceOf('What kind of object this is.', [...new Set(parts.flatMap(part => part.kinds))].sort()),
    },
    required: ['apiVersion', 'kind'],
    allOf: [...parts.map(({ schema }) => schema), list],
    ...definitions.all(),
  };
}

/** A schema that accepts any text and lists known words, which editors suggest. */
const choiceOf = (description: string, words: readonly string[]): Schema => ({
  description,
  type: 'string',
  anyOf: [{ enum: words }, { minLength: 1 }],
});

const when = (key: string, value: Schema, asks: Schema): Schema => ({
  if: { type: 'object', required: [key], properties: { [key]: value } },
  then: asks,
});

const list: Schema = when(
  'kind',
  { const: 'List' },
  {
    properties: { items: { description: 'The objects.', type: ['array', 'null'], items: { $ref: '#' } } },
  },
);

/** Kinds that the API server accepts without metadata. */
const nameless: ReadonlySet<string> = new Set(['Binding', 'Eviction', 'Scale']);

function servedParts(types: ShapeWriter, definitions: SchemaDefinitions, minor: number): ConditionalPart[] {
  return [...servedKinds()].map(([apiVersion, all]) => {
    const served = all.filter(({ since }) => since <= minor);
    const lists = all.map(({ kind }) => `${kind}List`).concat(apiVersion === 'v1' ? ['List'] : []);
    const kinds = served.map(({ kind }) => kind);
    const asks = served.map(({ kind, type }) =>
      when(
        'kind',
        { const: kind },
        nameless.has(kind) ? types.ref(typeOf(type)) : { allOf: [named(definitions, kind), types.ref(typeOf(type))] },
      ),
    );
    const schema = when(
      'apiVersion',
      { const: apiVersion },
      {
        properties: { kind: { enum: [...kinds, ...lists] } },
        ...(asks.length === 0 ? {} : { allOf: asks }),
      },
    );
    return { apiVersions: kinds.length === 0 ? [] : [apiVersion], kinds, schema };
  });
}

/** The schema of an object with `name` or `generateName`. The client that sends an event generates its name. */
function named(definitions: SchemaDefinitions, kind: string): Schema {
  if (kind === 'Event') return { required: ['metadata'], properties: { metadata: { type: 'object' } } };
  return definitions.ref('named', 'object.named', () => ({
    description: 'An object has a name, or the start of one that the server completes.',
    type: 'object',
    required: ['metadata'],
    properties: {
      metadata: {
        description: 'Name, namespace, labels and annotations.',
        type: 'object',
        anyOf: ['name', 'generateName'].map(key => ({ required: [key], properties: { [key]: { type: 'string', minLength: 1 } } })),
      },
    },
  }));
}

/** A group of custom kinds: the version of its definitions, and whether it has no other kinds. */
interface Group {
  readonly group: CustomKind['group'];
  readonly versionOf: (gatewayVersion: string) => string;
  readonly closed: boolean;
  readonly words: Words;
}

const groups: readonly Group[] = [
  { group: 'gateway.networking.k8s.io', versionOf: gatewayApiVersionOf, closed: true, words: customWords },
  { group: 'agentgateway.dev', versionOf: version => version, closed: true, words: customWords },
  { group: 'monitoring.coreos.com', versionOf: () => operatorVersion, closed: false, words: monitoringWords },
];

function customParts(types: ShapeWriter, definitions: SchemaDefinitions, gatewayVersion: string): ConditionalPart[] {
  return groups.map(({ group, versionOf, closed, words }) => {
    const version = versionOf(gatewayVersion);
    const shapes = new ShapeWriter({ version, definitions, nullIsAbsent: true, words });
    const known = [...customKinds, ...monitoringKinds].filter(kind => kind.group === group && versionsOf(kind, version).length > 0);
    const write = (kind: CustomKind): Schema => {
      const object = definitions.ref(kind, kind.kind, () => customObject(kind, version, types, shapes, words));
      return when('kind', { const: kind.kind }, { allOf: [named(definitions, kind.kind), object] });
    };
    const kinds = known.map(({ kind }) => kind);
    const inGroup = { type: 'string', pattern: `^${group.replaceAll('.', '\\.')}(?:/|$)` };
    const asks = { ...(closed ? { properties: { kind: { enum: kinds } } } : {}), allOf: known.map(write) };
    return {
      apiVersions: [...new Set(known.flatMap(kind => versionsOf(kind, version)))],
      kinds,
      schema: when('apiVersion', inGroup, asks),
    };
  });
}

/** The apiVersions under which a version of the definitions serves a kind. */
function versionsOf(kind: CustomKind, version: string): string[] {
  const names = [...(inRange(version, kind) ? kind.served : []), ...(kind.experimental ?? [])];
  return names.map(name => `${kind.group}/${name}`);
}

function customObject(kind: CustomKind, version: string, types: ShapeWriter, shapes: ShapeWriter, words: Words): Schema {
  const specOptional = kind.specOptional !== undefined && inRange(version, kind.specOptional);
  return {
    title: kind.kind,
    description: words.ofType(kind.kind),
    examples: exampleOf(`${kind.group}/${kind.served[0]}`, kind.kind).map(example => underVersion(example, versionsOf(kind, version))),
    type: 'object',
    properties: {
      apiVersion: { description: 'Group and version of the API.', enum: versionsOf(kind, version) },
      kind: { description: 'The kind.', const: kind.kind },
      metadata: { description: 'Name, namespace, labels and annotations.', ...types.ref(typeOf('ObjectMeta')) },
      spec: { description: 'What is wanted.', ...shapes.write(kind.spec) },
      status: { description: 'What is; written by controllers.', type: ['object', 'null'] },
    },
    required: ['apiVersion', 'kind', 'metadata', ...(specOptional ? [] : ['spec'])],
    additionalProperties: false,
  };
}

/** An example with an apiVersion that is served. */
function underVersion(example: object, served: readonly string[]): object {
  return 'apiVersion' in example && served.includes(String(example.apiVersion)) ? example : { ...example, apiVersion: served[0] };
}

const kindOfType = new Map(
  [...servedKinds()].flatMap(([apiVersion, kinds]) => kinds.map(({ kind, type }) => [type, { apiVersion, kind }])),
);

function exampleOfType(type: string): readonly object[] {
  const known = kindOfType.get(type);
  return known === undefined ? [] : exampleOf(known.apiVersion, known.kind);
}
