/** Filters of `retrieve_tools` by the hints of tools. An absent hint has MCP's default, which is the dangerous value. */
import type { SourceTool } from '@mcpgw/upstreams';

type Annotations = NonNullable<SourceTool['annotations']>;

export type FilterName = 'read_only_only' | 'exclude_destructive' | 'exclude_open_world';

/** Whether the tool has the hint that a filter requires; undefined if the hint is absent. */
const passes: Readonly<Record<FilterName, (annotations: Annotations) => boolean | undefined>> = {
  read_only_only: ({ readOnlyHint }) => readOnlyHint,
  exclude_destructive: ({ destructiveHint }) => (destructiveHint === undefined ? undefined : !destructiveHint),
  exclude_open_world: ({ openWorldHint }) => (openWorldHint === undefined ? undefined : !openWorldHint),
};

export const filterNames = Object.keys(passes) as readonly FilterName[];

interface Omitted {
  missing_annotation: number;
  explicit: number;
}

/** How many tools each filter withheld; names are never given. */
export interface FilterDiagnostics {
  readonly matched_before_filters: number;
  readonly omitted_by_filter: Readonly<Partial<Record<FilterName, Omitted>>>;
  readonly omitted_total: number;
  readonly suggestion: string;
}

/** Applies filters to tools one by one and counts what they withhold. A tool counts for the first filter that withholds it. */
export class AnnotationFilter {
  readonly #active: readonly FilterName[];
  readonly #omitted = new Map<FilterName, Omitted>();
  #matched = 0;

  constructor(active: readonly FilterName[]) {
    this.#active = active;
  }

  readonly accept = ({ annotations = {} }: SourceTool): boolean => {
    this.#matched++;
    for (const name of this.#active) {
      const passed = passes[name](annotations);
      if (passed === true) continue;
      const omitted = this.#omitted.get(name) ?? { missing_annotation: 0, explicit: 0 };
      this.#omitted.set(name, omitted);
      if (passed === undefined) omitted.missing_annotation++;
      else omitted.explicit++;
      return false;
    }
    return true;
  };

  /** Undefined if nothing was withheld. */
  diagnostics(): FilterDiagnostics | undefined {
    if (this.#omitted.size === 0) return undefined;
    const names = [...this.#omitted.keys()].sort();
    const all = [...this.#omitted.values()];
    const missing = all.some(({ missing_annotation }) => missing_annotation > 0);
    const suggestion = missing
      ? `Some tools that match do not say whether they pass ${names.join(', ')}: have their servers publish annotations, or ask again without.`
      : `The withheld tools say that they do not pass ${names.join(', ')}: ask again without to see them.`;
    return {
      matched_before_filters: this.#matched,
      omitted_by_filter: Object.fromEntries(names.map(name => [name, this.#omitted.get(name)!])),
      omitted_total: all.reduce((sum, { missing_annotation, explicit }) => sum + missing_annotation + explicit, 0),
      suggestion,
    };
  }
}
