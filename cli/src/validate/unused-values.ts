import { type Finding, formatPath, nearest, type Path } from '@mcpgw/diagnostics';
import { type Chart, type ChartFile, type Dependency, GoMap, ParseError, type Reads, type TreeReads, templateReads } from '@mcpgw/helm';
import { isTable, placeOf, type ValuesFile, valueBelongs } from './values-tree.js';

type Table = Record<string, unknown>;

/** The input of the check. */
export interface UnusedOptions {
  /** The chart as loaded, including disabled dependencies. */
  readonly loaded: Chart;
  /** The chart as rendered. */
  readonly chart: Chart;
  readonly files: readonly ValuesFile[];
  /** The values that the user gives. */
  readonly user: Table;
  /** The chart's own values. */
  readonly known: Table;
}

/** The values of the user's files that no template reads and that the chart's own values do not have. */
export function unusedValues({ loaded, chart, files, user, known }: UnusedOptions): Finding[] {
  const templates = once(() => new Templates(chart, [user, known]));
  const level = (loaded: Chart | undefined, chart: Chart, user: Table, known: Table, path: Path, inherited: () => Reads): Finding[] => {
    const children = new Map(chart.dependencies.map(child => [child.name, child]));
    const declared = loaded?.metadata.dependencies ?? [];
    const reads = once(() => union([templates().readsOf(chart), inherited(), { paths: conditionsOf(declared), whole: false }]));
    const elsewhere = new Set(['global', ...children.keys(), ...declared.map(keyOf), ...(declared.some(hasTags) ? ['tags'] : [])]);
    const own = Object.fromEntries(Object.entries(user).filter(([key]) => !elsewhere.has(key)));
    const lookup: Lookup = { likely: key => templates().naming(chart, key), all: reads };
    const findings = unusedIn(own, known, [], lookup).map(found => toFinding(files, known, path, found));
    const below = [...children].flatMap(([name, child]) => {
      const table = user[name];
      if (!isTable(table)) return [];
      const declaration = declared.find(dependency => keyOf(dependency) === name);
      const source = loaded?.dependencies.find(candidate => candidate.name === (declaration?.name ?? name));
      const fromAbove = once(() => union([readsBelow(reads(), name), { paths: importsOf(declaration), whole: false }]));
      const base = known[name];
      return level(source, child, table, isTable(base) ? base : {}, [...path, name], fromAbove);
    });
    return [...findings, ...below];
  };
  return level(loaded, chart, user, known, [], () => nothing);
}

const nothing: Reads = { paths: [], whole: false };

const keyOf = ({ alias, name }: Dependency): string => alias || name;
const hasTags = ({ tags }: Dependency): boolean => tags.length > 0;

/** The values that enable or disable dependencies. */
const conditionsOf = (declared: readonly Dependency[]): string[][] =>
  declared.flatMap(({ condition }) => condition.split(',').map(path => steps(path.trim()))).filter(path => path.length > 0);

const steps = (path: string): string[] => path.split('.').filter(step => step !== '');

/** The values of a dependency that its parent imports. */
function importsOf(declaration: Dependency | undefined): string[][] {
  return (declaration?.importValues ?? []).flatMap(entry => {
    if (typeof entry === 'string') return [['exports', ...steps(entry)]];
    const child = entry instanceof GoMap ? entry.get('child') : undefined;
    return typeof child === 'string' ? [steps(child)] : [];
  });
}

/** Maps the reads of a chart to one of its dependencies. */
function readsBelow({ paths, whole }: Reads, name: string): Reads {
  const own = paths.filter(([first]) => first === name).map(path => path.slice(1));
  return { paths: own, whole: whole || own.some(path => path.length === 0) };
}

const union = (all: readonly Reads[]): Reads => ({ paths: all.flatMap(({ paths }) => paths), whole: all.some(({ whole }) => whole) });

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const decoder = new TextDecoder();

/** Trees by name; undefined for a text that does not parse. */
type Parsed = ReadonlyMap<string, TreeReads> | undefined;

function parsed(name: string, text: string): Parsed {
  try {
    return templateReads(name, text);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

const texts = new WeakMap<ChartFile, string>();

function textOf(file: ChartFile): string {
  const text = texts.get(file) ?? decoder.decode(file.data);
  texts.set(file, text);
  return text;
}

const parsedFiles = new WeakMap<ChartFile, Parsed>();

/** Charts are prepared for each set of values; their files stay the same. */
function parsedFile(file: ChartFile): Parsed {
  if (!parsedFiles.has(file)) parsedFiles.set(file, parsed(file.name, textOf(file)));
  return parsedFiles.get(file);
}

/** What templates read, by a key that occurs in them. A chart that is prepared again has the same templates. */
const namingKeys = new WeakMap<readonly ChartFile[], Map<string, Reads>>();

/** A template that does not parse may read anything; the render reports its error. */
const unreadable: TreeReads = { ...nothing, whole: true, includes: new Set(), includesAny: false, runsText: false };

/** The templates of a chart with its dependencies, which may include each other's. */
class Templates {
  readonly #root: Chart;
  readonly #values: readonly Table[];
  #definitions: ReadonlyMap<string, readonly TreeReads[]> | undefined;

  /** `values`: tables whose texts may be templates. */
  constructor(chart: Chart, values: readonly Table[]) {
    this.#root = chart;
    this.#values = values;
  }

  /** What the templates of a chart read whose text contains the key. */
  naming({ templates }: Chart, key: string): Reads {
    const known = namingKeys.get(templates) ?? new Map<string, Reads>();
    namingKeys.set(templates, known);
    const files = () => templates.filter(file => textOf(file).includes(key));
    const reads = known.get(key) ?? union(files().flatMap(file => [...(parsedFile(file)?.values() ?? [])]));
    known.set(key, reads);
    return reads;
  }

  /** The templates that any chart defines, by name. */
  #named(): ReadonlyMap<string, readonly TreeReads[]> {
    if (this.#definitions !== undefined) return this.#definitions;
    const found = new Map<string, TreeReads[]>();
    const add = (chart: Chart): void => {
      for (const file of chart.templates) {
        for (const [name, reads] of parsedFile(file) ?? []) if (name !== file.name) found.set(name, [...(found.get(name) ?? []), reads]);
      }
      chart.dependencies.forEach(add);
    };
    add(this.#root);
    this.#definitions = found;
    return found;
  }

  /** What the templates of a chart read, including the templates that they include from any chart. */
  readsOf(chart: Chart): Reads {
    const named = this.#named();
    const reached = chart.templates.flatMap(file => [...(parsedFile(file)?.values() ?? [unreadable])]);
    const seen = new Set<string>();
    let ranText = false;
    for (const tree of reached) {
      for (const name of tree.includesAny ? named.keys() : tree.includes) {
        if (!seen.has(name)) reached.push(...(named.get(name) ?? []));
        seen.add(name);
      }
      if (tree.runsText && !ranText) reached.push(...this.#texts(chart));
      ranText ||= tree.runsText;
    }
    return union(reached);
  }

  /** Possible arguments of `tpl`: files of the chart and texts among the values. */
  #texts(chart: Chart): TreeReads[] {
    const texts = [...chart.files.map(({ data }) => decoder.decode(data)), ...this.#values.flatMap(textsIn)];
    return texts.filter(text => text.includes('{{')).flatMap(text => [...(parsed('', text)?.values() ?? [])]);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

interface Unused {
  readonly path: Path;
  readonly siblings: readonly string[];
}

/** What templates read. Most values are read by a template that contains their name; then no other template is parsed. */
interface Lookup {
  /** What the templates read whose text contains the key. */
  readonly likely: (key: string) => Reads;
  readonly all: () => Reads;
}

const covers = ({ paths, whole }: Reads, path: readonly string[]): boolean => whole || paths.some(other => startsWith(path, other));

/** Templates are searched only if the chart's own values do not have a key. */
function unusedIn(table: Table, known: Table, path: readonly string[], reads: Lookup): Unused[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const here = [...path, key];
    const below = Object.hasOwn(known, key) ? known[key] : undefined;
    if (isTable(value) && isTable(below)) return unusedIn(value, below, here, reads);
    if (Object.hasOwn(known, key)) return [];
    if (covers(reads.likely(here[0]!), here) || covers(reads.all(), here)) return [];
    const { paths } = reads.all();
    if (isTable(value) && paths.some(other => startsWith(other, here))) return unusedIn(value, {}, here, reads);
    const siblings = [...Object.keys(known), ...paths.filter(other => startsWith(other, path)).flatMap(other => other[path.length] ?? [])];
    return [{ path: here, siblings }];
  });
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((step, index) => path[index] === step);
}

/** `chart` is the path of the values of a chart, and `known` are that chart's own values. */
function toFinding(files: readonly ValuesFile[], known: Table, chart: Path, { path: inside, siblings }: Unused): Finding {
  const path = [...chart, ...inside];
  const place = placeOf(files, path, true) ?? { file: files.at(-1)?.file ?? 'values.yaml' };
  const name = String(inside.at(-1));
  const near = nearest(name, new Set(siblings));
  const suggestion =
    near === undefined ? (valueBelongs(name, inside.slice(0, -1), known, chart) ?? 'remove it') : `did you mean "${near}"?`;
  return {
    rule: 'unused-value',
    severity: 'warning',
    message: `no template reads the value ${formatPath(path)}`,
    path,
    ...place,
    suggestion,
  };
}
