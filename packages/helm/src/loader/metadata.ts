/**
 * Reads Chart.yaml, requirements.yaml and the lock files. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2 (metadata.go, dependency.go); for
 * Helm 3, helm.sh/helm/v3 v3.20.0 pkg/chart, whose types have the same fields in a package of another name.
 */
import { caches } from '@mcpgw/go/bounds';
import { nilSlice, type Value } from '@mcpgw/go/values';
import type { Dependency, Maintainer, Metadata } from '../chart/chart.js';
import type { Dialect } from '../common/dialect.js';
import {
  anyType,
  boolType,
  type Fields,
  type GoType,
  listOf,
  mapOf,
  stringType,
  struct,
  type TypedValue,
  timeType,
  unmarshalStruct,
} from './typed.js';

const texts = (...names: string[]): Record<string, GoType> => Object.fromEntries(names.map(name => [name, stringType]));

type StructShape = ReturnType<typeof struct>;

interface Shapes {
  readonly metadata: StructShape;
  readonly lock: StructShape;
}

/** The types of a Go package, as errors name them. */
function makeShapes(goPackage: string): Shapes {
  const maintainer = struct(`${goPackage}.Maintainer`, texts('name', 'email', 'url'));
  const dependency = struct(`${goPackage}.Dependency`, {
    ...texts('name', 'version', 'repository', 'condition', 'alias'),
    tags: listOf(stringType),
    enabled: boolType,
    'import-values': listOf(anyType),
  });
  const dependencies = listOf(dependency, `[]*${goPackage}.Dependency`);
  const metadata = struct(`${goPackage}.Metadata`, {
    ...texts('name', 'home', 'version', 'description', 'icon', 'apiVersion', 'condition', 'tags', 'appVersion', 'kubeVersion', 'type'),
    sources: listOf(stringType),
    keywords: listOf(stringType),
    maintainers: listOf(maintainer, `[]*${goPackage}.Maintainer`),
    deprecated: boolType,
    annotations: mapOf(stringType),
    dependencies,
  });
  return { metadata, lock: struct(`${goPackage}.Lock`, { generated: timeType, digest: stringType, dependencies }) };
}

const known = caches.map<string, Shapes>();

function shapesOf({ packages: { metadata: goPackage } }: Dialect): Shapes {
  const shapes = known.get(goPackage) ?? makeShapes(goPackage);
  known.set(goPackage, shapes);
  return shapes;
}

const chartBaseShape = struct('loader.chartBase', { apiVersion: stringType });

/** Metadata without content. Lists are nil, as in Go. */
export const emptyMetadata = (): Metadata => ({
  name: '',
  home: '',
  sources: nilSlice() as string[],
  version: '',
  description: '',
  keywords: nilSlice() as string[],
  maintainers: nilSlice() as never[],
  icon: '',
  apiVersion: '',
  condition: '',
  tags: '',
  appVersion: '',
  deprecated: false,
  annotations: undefined,
  kubeVersion: '',
  dependencies: undefined,
  type: '',
});

const text = (value: TypedValue | undefined): string => (value ?? '') as string;
const list = (value: TypedValue | undefined): TypedValue[] => (value ?? []) as TypedValue[];
const textList = (value: TypedValue | undefined): string[] => list(value).map(text);

const toMaintainer = (fields: Fields): Maintainer => ({
  name: text(fields.get('name')),
  email: text(fields.get('email')),
  url: text(fields.get('url')),
});

const toDependency = (fields: Fields): Dependency => ({
  name: text(fields.get('name')),
  version: text(fields.get('version')),
  repository: text(fields.get('repository')),
  condition: text(fields.get('condition')),
  tags: textList(fields.get('tags')),
  enabled: fields.get('enabled') === true,
  importValues: list(fields.get('import-values')) as Value[],
  alias: text(fields.get('alias')),
});

/** A null item stays null, so that validation can report it. */
const structs = <T>(value: TypedValue | undefined, convert: (fields: Fields) => T): T[] =>
  list(value).map(item => (item === null ? null : convert(item as Fields)) as T);

const readers: { readonly [K in keyof Metadata]: (value: TypedValue) => Metadata[K] } = {
  name: text,
  home: text,
  sources: textList,
  version: text,
  description: text,
  keywords: textList,
  maintainers: value => structs(value, toMaintainer),
  icon: text,
  apiVersion: text,
  condition: text,
  tags: text,
  appVersion: text,
  deprecated: value => value === true,
  annotations: value => new Map(Array.from(value as Fields, ([key, item]) => [key, text(item)])),
  kubeVersion: text,
  dependencies: value => structs(value, toDependency),
  type: text,
};

/**
 * Reads a Chart.yaml or requirements.yaml on top of the known metadata.
 *
 * @throws YamlError with Go's message
 */
export function readMetadata(yaml: string, before: Metadata, dialect: Dialect): Metadata {
  const read = Array.from(unmarshalStruct(yaml, shapesOf(dialect).metadata))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, readers[name as keyof Metadata](value)]);
  return { ...before, ...Object.fromEntries(read) };
}

/**
 * Refuses a lock file that Helm cannot read.
 *
 * @throws YamlError with Go's message
 */
export function checkLock(yaml: string, dialect: Dialect): void {
  unmarshalStruct(yaml, shapesOf(dialect).lock);
}

/**
 * Reads the `apiVersion` of a Chart.yaml; empty if absent.
 *
 * @throws YamlError if the text is not YAML
 */
export const readApiVersion = (yaml: string): string => text(unmarshalStruct(yaml, chartBaseShape).get('apiVersion'));
