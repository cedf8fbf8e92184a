/**
 * `.Chart` in Helm 3: the struct of Chart.yaml with IsRoot beside it, not a map. Follows helm.sh/helm/v3 v3.20.0 pkg/engine/engine.go
 * (recAllTpls) and pkg/chart (metadata.go, dependency.go).
 */
import {
  bindMethod,
  type Func,
  GoMap,
  GoObject,
  isNilSlice,
  type JsonStruct,
  type MethodTable,
  nilSlice,
  typed,
  type Value,
} from '@mcpgw/go/values';
import { annotationsMap, type Chart, type Dependency, type Maintainer, type Metadata } from '../chart/chart.js';

interface Field {
  readonly name: string;
  readonly json: string;
  readonly value: Value;
  /** Omitted from JSON if empty. */
  readonly omitEmpty: boolean;
}

/** A Go struct, or a pointer to one, with the JSON names of its fields. */
class StructValue extends GoObject {
  readonly goType: string;
  readonly goKind: 'struct' | 'ptr';
  readonly fields: readonly Field[];

  constructor(goType: string, fields: readonly Field[]) {
    super();
    this.goType = goType;
    this.goKind = goType.startsWith('*') ? 'ptr' : 'struct';
    this.fields = fields;
  }

  override field(name: string): Value | undefined {
    return this.fields.find(field => field.name === name)?.value;
  }

  override fieldNames(): readonly string[] {
    return this.fields.map(({ name }) => name);
  }

  override method(name: string): Func | undefined {
    return this.goKind === 'ptr' ? bindMethod(pointerMethods, this, name) : undefined;
  }

  override toJsonValue(): JsonStruct {
    const shown = this.fields.filter(({ omitEmpty, value }) => !(omitEmpty && isEmpty(value)));
    return { struct: shown.map(({ json, value }) => [json, value] as const) };
  }
}

/** Charts whose maintainers or dependencies are invalid are never loaded, so validation always succeeds. */
const pointerMethods: MethodTable<StructValue> = { Validate: { result: 'error', call: () => null } };

/** encoding/json's omitempty. */
function isEmpty(value: Value): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value instanceof GoMap ? value.size === 0 : value === '' || value === false;
}

/** The fields of the embedded struct are fields of this one too. */
class ChartStruct extends StructValue {
  readonly #metadata: StructValue;

  constructor(metadata: StructValue, isRoot: boolean) {
    super('struct { chart.Metadata; IsRoot bool }', [
      { name: 'Metadata', json: '', value: metadata, omitEmpty: false },
      { name: 'IsRoot', json: 'IsRoot', value: isRoot, omitEmpty: false },
    ]);
    this.#metadata = metadata;
  }

  override field(name: string): Value | undefined {
    return super.field(name) ?? this.#metadata.field(name);
  }

  override toJsonValue(): JsonStruct {
    return { struct: [...this.#metadata.toJsonValue().struct, ['IsRoot', this.field('IsRoot')!]] };
  }
}

/** A field. `json` is given if its JSON name is not the lower-case name. */
const field = (name: string, value: Value, json = name.charAt(0).toLowerCase() + name.slice(1), omitEmpty = true): Field => ({
  name,
  json,
  value,
  omitEmpty,
});

const slice = (items: readonly Value[], goType: string, isNil = items.length === 0): Value[] =>
  typed(isNil ? nilSlice() : [...items], goType);

/** A list of strings. A list that Chart.yaml does not have is nil. */
const texts = (items: string[]): Value[] => slice(items, '[]string', isNilSlice(items));

const maintainer = ({ name, email, url }: Maintainer): StructValue =>
  new StructValue('*chart.Maintainer', [field('Name', name), field('Email', email), field('URL', url, 'url')]);

const dependency = (one: Dependency): StructValue =>
  new StructValue('*chart.Dependency', [
    field('Name', one.name, 'name', false),
    field('Version', one.version),
    field('Repository', one.repository, 'repository', false),
    field('Condition', one.condition),
    field('Tags', slice(one.tags, '[]string')),
    field('Enabled', one.enabled),
    field('ImportValues', one.importValues.length > 0 ? [...one.importValues] : nilSlice(), 'import-values'),
    field('Alias', one.alias),
  ]);

function metadataStruct(metadata: Metadata): StructValue {
  const maintainers = metadata.maintainers.map(one => maintainer(one!));
  const dependencies = (metadata.dependencies ?? []).map(dependency);
  return new StructValue('chart.Metadata', [
    field('Name', metadata.name),
    field('Home', metadata.home),
    field('Sources', texts(metadata.sources)),
    field('Version', metadata.version),
    field('Description', metadata.description),
    field('Keywords', texts(metadata.keywords)),
    field('Maintainers', slice(maintainers, '[]*chart.Maintainer', isNilSlice(metadata.maintainers as Value[]))),
    field('Icon', metadata.icon),
    field('APIVersion', metadata.apiVersion, 'apiVersion'),
    field('Condition', metadata.condition),
    field('Tags', metadata.tags),
    field('AppVersion', metadata.appVersion),
    field('Deprecated', metadata.deprecated),
    field('Annotations', annotationsMap(metadata)),
    field('KubeVersion', metadata.kubeVersion),
    field('Dependencies', slice(dependencies, '[]*chart.Dependency')),
    field('Type', metadata.type),
  ]);
}

/** `.Chart` of a chart. */
export const chartStruct = ({ metadata, isRoot }: Chart): GoObject => new ChartStruct(metadataStruct(metadata), isRoot);
