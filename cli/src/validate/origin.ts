import { type Finding, formatPath, type Path, type Sources } from '@mcpgw/diagnostics';
import { type Chart, HelmError, type Rendered } from '@mcpgw/helm';
import { scalarAt, templateFile } from './template-source.js';
import { type Leaf, leaves, placeOf, type ValuesFile } from './values-tree.js';

export interface OriginOptions {
  readonly chart: Chart;
  /** The chart as the user named it. */
  readonly label: string;
  readonly files: readonly ValuesFile[];
  readonly values: Record<string, unknown>;
  readonly sources: Sources;
  /** Renders again, with further `--set-json` texts. */
  readonly render: (set?: readonly string[]) => Rendered;
}

const maxTrials = 24;

/**
 * Finds the value that a rendered text came from: each value whose text stands in the rendered one is changed in turn,
 * and the chart rendered again; the one that changes the place is the origin.
 */
export class OriginFinder {
  private readonly options: OriginOptions;
  private readonly leaves: readonly Leaf[];
  private trials = 0;
  private readonly known = new Map<string, Path | undefined>();

  constructor(options: OriginOptions) {
    this.options = options;
    this.leaves = leaves(options.values);
  }

  /** The finding with the values file and key it came from, or else the template line. */
  locate(finding: Finding, template: string, content: string): Finding {
    const rendered = finding.path === undefined ? undefined : scalarAt(content, finding.path);
    const origin = rendered === undefined || rendered === '' ? undefined : this.origin(template, finding.path!, rendered);
    const place = origin === undefined ? undefined : placeOf(this.options.files, origin);
    const { fix: _fix, span: _span, ...rest } = finding;
    if (origin === undefined || place === undefined) return { ...rest, ...this.templatePlace(finding, template, content) };
    return { ...rest, ...place, message: `${finding.message} (rendered from ${formatPath(origin)} into ${template})` };
  }

  private origin(template: string, path: Path, rendered: string): Path | undefined {
    const key = JSON.stringify([template, path]);
    if (!this.known.has(key)) this.known.set(key, this.search(template, path, rendered));
    return this.known.get(key);
  }

  private search(template: string, path: Path, rendered: string): Path | undefined {
    const candidates = this.leaves
      .filter(({ value }) => String(value).length > 0 && rendered.includes(String(value)) && typeof value !== 'boolean')
      .sort((a, b) => String(b.value).length - String(a.value).length);
    for (const leaf of candidates) {
      if (leaf.path.some(step => typeof step === 'number')) continue;
      if (++this.trials > maxTrials) return undefined;
      if (this.changes(leaf, template, path, rendered)) return leaf.path;
    }
    return undefined;
  }

  private changes(leaf: Leaf, template: string, path: Path, rendered: string): boolean {
    const other = typeof leaf.value === 'number' ? leaf.value + 1 : `${leaf.value}x`;
    const nested = [...leaf.path].reverse().reduce<unknown>((inner, step) => ({ [step]: inner }), other);
    try {
      const again = this.options.render([JSON.stringify(nested)]);
      const document = [...again.manifests, ...again.hooks]
        .filter(manifest => manifest.path === template)
        .map(({ content }) => scalarAt(content, path));
      return document.some(text => text !== undefined && text !== rendered);
    } catch (error) {
      if (error instanceof HelmError) return false;
      throw error;
    }
  }

  /** The line of the template that most likely wrote the rendered line: the first that holds its key. */
  private templatePlace(finding: Finding, template: string, content: string): Pick<Finding, 'file' | 'span' | 'message'> {
    const { chart, label, sources } = this.options;
    const file = templateFile(template, chart, label, { sources });
    const source = sources.get(file) ?? '';
    const name = finding.path?.findLast(step => typeof step === 'string');
    const start = name === undefined ? -1 : source.indexOf(`${name}:`);
    const line = content.slice(0, finding.span?.start ?? 0).split('\n').length;
    const span = start < 0 ? { start: 0, end: 1 } : { start, end: start + String(name).length };
    return { file, span, message: `${finding.message} (line ${line} of what ${template} renders)` };
  }
}
