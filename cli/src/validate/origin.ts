import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import { HelmError, type Rendered } from '@mcpgw/helm';
import type { ReadYaml } from '@mcpgw/structure';
import { type NamedChart, templateName, userPlace } from './render-finding.js';
import { renderedAt, scalarAt, templateFile, writerOf } from './template-source.js';
import { isTable, type Leaf, leaves, pathsTo, placeOf, valueAt } from './values-tree.js';

export interface OriginOptions extends NamedChart {
  readonly values: Record<string, unknown>;
  readonly readYaml: ReadYaml;
  /** Renders again, with `--set-json` texts over all values. */
  readonly render: (set: readonly string[]) => Rendered;
}

const maxTrials = 24;
const maxKeyTrials = 12;

/** Stands for a value, or is a key of a mapping, whose place in the rendered text is looked for. */
const marker = 'mcpgw-origin';

/**
 * Finds the value that a rendered text came from: each value whose text occurs in the rendered one is changed in turn,
 * and the chart is rendered again; the value that changes the rendered text is the origin. A key is looked for by its name.
 */
export class OriginFinder {
  readonly #options: OriginOptions;
  #leaves: readonly Leaf[] | undefined;
  #trials = 0;
  #keyTrials = 0;
  readonly #known = new Map<string, Path | undefined>();

  constructor(options: OriginOptions) {
    this.#options = options;
  }

  /** The finding with the values file and key it came from, or else the template line. The chart inside mcpgw has no file for either. */
  locate(finding: Finding, template: string, content: string): Finding {
    const origin = finding.path === undefined ? undefined : this.#originIn(content, finding.path, template, finding.file);
    const place = origin === undefined ? undefined : placeOf(this.#options.files, origin);
    const { fix: _fix, span: _span, ...rest } = finding;
    const user = place ?? userPlace(this.#options, origin);
    if (place === undefined && user !== undefined)
      return { ...rest, ...user, message: `${finding.message} (${this.#inChart(finding, template, content, origin)})` };
    if (origin === undefined || place === undefined) return { ...rest, ...this.#templatePlace(finding, template, content) };
    return { ...rest, ...place, message: `${finding.message} (rendered from ${formatPath(origin)} into ${template})` };
  }

  /** What in the chart inside mcpgw a finding is about: the value that holds without one of the user's, or what a template renders. */
  #inChart(finding: Finding, template: string, content: string, origin: Path | undefined): string {
    const name = templateName(template, this.#options);
    if (origin !== undefined) return `rendered from the default of ${formatPath(origin)} into ${name}`;
    return `line ${lineOf(finding, content)} of what ${name} renders`;
  }

  /** The origin of what is at a path; for a key that is missing, that of the mapping that lacks it. */
  #originIn(content: string, path: Path, template: string, file: string): Path | undefined {
    const found = renderedAt(content, path, file, this.#options.readYaml);
    if (found === undefined && path.length > 1) return this.#origin(template, path) ?? this.#origin(template, path.slice(0, -1));
    return this.#origin(template, path, found?.kind === 'scalar' ? found.text : undefined);
  }

  #origin(template: string, path: Path, rendered = ''): Path | undefined {
    const key = JSON.stringify([template, path]);
    if (!this.#known.has(key)) {
      const leaf = rendered === '' ? undefined : this.#search(template, path, rendered);
      this.#known.set(key, leaf ?? this.#searchKey(template, path));
    }
    return this.#known.get(key);
  }

  /** The value of the same name or number in a list, such as a mapping that was rendered as a whole. */
  #searchKey(template: string, path: Path): Path | undefined {
    for (const candidate of pathsTo(path.at(-1), this.#options.values)) {
      if (++this.#keyTrials > maxKeyTrials) return undefined;
      if (this.#isMarked(candidate, template, path)) return candidate;
    }
    return undefined;
  }

  /** Whether a mark on a value is at `path` of the rendered text. A chart that reads keys of a mapping refuses anything else in its place. */
  #isMarked(candidate: Path, template: string, path: Path): boolean {
    const isRendered = (value: Path, at: Path): boolean => this.#rendersTo(value, marker, { template, path: at }).includes(marker);
    if (typeof path.at(-1) === 'string' && isRendered(candidate, path)) return true;
    return isTable(valueAt(this.#options.values, candidate)) && isRendered([...candidate, marker], [...path, marker]);
  }

  #search(template: string, path: Path, rendered: string): Path | undefined {
    this.#leaves ??= leaves(this.#options.values);
    const candidates = this.#leaves
      .filter(({ value }) => String(value).length > 0 && rendered.includes(String(value)) && typeof value !== 'boolean')
      .sort((a, b) => String(b.value).length - String(a.value).length);
    for (const leaf of candidates) {
      if (++this.#trials > maxTrials) return undefined;
      if (this.#changes(leaf, template, path, rendered)) return leaf.path;
    }
    return undefined;
  }

  #changes(leaf: Leaf, template: string, path: Path, rendered: string): boolean {
    const other = typeof leaf.value === 'number' ? leaf.value + 1 : `${leaf.value}x`;
    return this.#rendersTo(leaf.path, other, { template, path }).some(text => text !== undefined && text !== rendered);
  }

  /** What a template's documents have at a path if one value is another; empty if the chart refuses it. */
  #rendersTo(value: Path, other: unknown, { template, path }: { readonly template: string; readonly path: Path }): (string | undefined)[] {
    try {
      const again = this.#options.render([JSON.stringify(changed(this.#options.values, value, other))]);
      const documents = [...again.manifests, ...again.hooks].filter(manifest => manifest.path === template);
      return documents.map(({ content }) => scalarAt(content, path));
    } catch (error) {
      if (error instanceof HelmError) return [];
      throw error;
    }
  }

  /** The position in the template, or in a partial that it includes, that most likely wrote the rendered line. */
  #templatePlace(finding: Finding, template: string, content: string): Pick<Finding, 'file' | 'span' | 'message'> {
    const { chart, label, sources } = this.#options;
    const name = finding.path?.findLast(step => typeof step === 'string');
    const number = lineOf(finding, content);
    const line = content.split('\n')[number - 1]!.trim();
    const place = name === undefined ? undefined : writerOf(chart, template, line, name);
    const file = templateFile(place?.template ?? template, chart, label, { sources });
    return {
      file,
      span: place?.span ?? { start: 0, end: 1 },
      message: `${finding.message} (line ${number} of what ${template} renders)`,
    };
  }
}

/** The number of the rendered line that a finding is about. */
const lineOf = ({ span }: Finding, content: string): number => content.slice(0, span?.start ?? 0).split('\n').length;

/** What `--set-json` needs to replace the value at `path` by `other`; lists are given completely. */
function changed(values: unknown, path: Path, other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || Array.isArray(values)) return merged(values, path, other);
  return { [step]: changed((values as Record<string, unknown>)[step], rest, other) };
}

/** A value with `other` at `path`, and all the rest. */
function merged(value: unknown, path: Path, other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? merged(item, rest, other) : item));
  const table = value as Record<string, unknown>;
  return { ...table, [step]: merged(table[step], rest, other) };
}
