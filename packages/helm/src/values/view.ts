/** The type of values: common.Values; in Helm 3 chartutil.Values. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/values.go. */

import { caches } from '@mcpgw/go/bounds';
import { quote } from '@mcpgw/go/strconv';
import { boundMethods, FuncError, GoMap, type MethodTable, type Value } from '@mcpgw/go/values';
import { marshalYaml } from '@mcpgw/go/yaml';
import { lookupTable, pathValue } from '../common/path.js';

/** The named type in one Go package. */
export interface ValuesType {
  readonly goType: string;
  readonly methods: MethodTable<GoMap>;
}

const types = caches.map<string, ValuesType>();

/** The type `Values` of a Go package. */
export function valuesIn(goPackage: string): ValuesType {
  const known = types.get(goPackage);
  if (known) return known;
  const goType = `${goPackage}.Values`;
  const methods: MethodTable<GoMap> = {
    AsMap: { result: 'map', call: self => new MapView(self) },
    Table: { params: ['string'], result: goType, call: (self, name) => tableOf(self, name as string, type) },
    PathValue: { params: ['string'], result: 'any', call: (self, path) => valueAt(self, path as string) },
    YAML: { result: 'string', call: self => marshalYaml(self) },
  };
  const type = { goType, methods };
  types.set(goPackage, type);
  return type;
}

const commonValues = valuesIn('common');

function tableOf(values: GoMap, name: string, type: ValuesType): Value {
  const found = lookupTable(values, name);
  if (typeof found === 'string') throw new FuncError(`${quote(found)} is not a table`);
  return new MapView(found, type);
}

function valueAt(values: GoMap, path: string): Value {
  if (path === '') throw new FuncError('YAML path cannot be empty');
  const value = pathValue(values, path);
  if (value === undefined) throw new FuncError(`${quote(path.slice(path.lastIndexOf('.') + 1))} is not a value`);
  return value;
}

/** Gives a map the type and its methods. */
export function asValues(map: GoMap, { goType, methods } = commonValues): GoMap {
  map.goType = goType;
  map.methods = boundMethods(methods, map);
  return map;
}

/**
 * The same map with another static type. Go converts `map[string]any` to Values and back without a copy, so a dependency's `.Values` and
 * its parent's `.Values.NAME` are one map with two types.
 */
export class MapView extends GoMap {
  readonly #target: GoMap;

  constructor(target: GoMap, type?: ValuesType) {
    super();
    this.#target = target instanceof MapView ? target.#target : target;
    if (type) asValues(this, type);
  }

  override get size(): number {
    return this.#target?.size ?? 0;
  }

  override get(key: string): Value | undefined {
    return this.#target.get(key);
  }

  override has(key: string): boolean {
    return this.#target.has(key);
  }

  override set(key: string, value: Value): this {
    this.#target.set(key, value);
    return this;
  }

  override delete(key: string): boolean {
    return this.#target.delete(key);
  }

  override clear(): void {
    this.#target.clear();
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    this.#target.forEach(visit);
  }

  override keys(): ReturnType<GoMap['keys']> {
    return this.#target.keys();
  }

  override values(): ReturnType<GoMap['values']> {
    return this.#target.values();
  }

  override entries(): ReturnType<GoMap['entries']> {
    return this.#target.entries();
  }

  override [Symbol.iterator](): ReturnType<GoMap['entries']> {
    return this.#target.entries();
  }
}
