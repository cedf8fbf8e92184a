/** The label of every tool that has no name of its own in metrics. */
export const otherTools = 'other';

const maxLength = 100;

/**
 * Decides which names of tools metrics may have, so that a server with any number of tools makes a bounded number of time series: of each
 * server, the first that are called, up to a limit. The decision stays for the life of the process, so a series neither ends nor moves.
 */
export class ToolNames {
  readonly #limit: () => number;
  readonly #named = new Map<string, Map<string, string>>();

  /** `limit`: tools of one server that have names. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** The label of a tool that exists, at a server of the configuration; of any other, `other`. */
  label(server: string | undefined, tool: string | undefined): string {
    if (server === undefined || tool === undefined) return otherTools;
    let labels = this.#named.get(server);
    if (labels === undefined) {
      labels = new Map();
      this.#named.set(server, labels);
    }
    const known = labels.get(tool);
    if (known !== undefined) return known;
    if (labels.size >= this.#limit()) return otherTools;
    const label = labelOf(tool);
    labels.set(tool, label);
    return label;
  }
}

/** Text formats of metrics are UTF-8, so two names with different lone surrogates would become the same series twice. */
function labelOf(tool: string): string {
  const text = tool.toWellFormed();
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}
