/** The base class of the renderer's errors. The message is what `helm template` would print after `Error: `. */
export class HelmError extends Error {
  override name = 'HelmError';
  /** The text that `helm template --debug` prints despite the error; set for errors of templates. */
  partial?: string;
}

/** Chart.yaml names dependencies that are not in charts/. */
export class MissingDependenciesError extends HelmError {
  override name = 'MissingDependenciesError';
  readonly missing: readonly string[];
  /** `advice` is the text that Helm prints first. */
  constructor(missing: readonly string[], advice: string) {
    super(`${advice}: found in Chart.yaml, but missing in charts/ directory: ${missing.join(', ')}`);
    this.missing = missing;
  }
}

/** The location of a template error: a 1-based line, a 0-based column in UTF-8 bytes as Go counts, and the reason alone. */
export interface TemplateLocation {
  /** The path as in `# Source:`, e.g. `mychart/templates/deployment.yaml`. */
  readonly template: string;
  readonly line: number;
  /** Absent for parse errors, because Go reports only the line. */
  readonly column?: number;
  readonly reason: string;
  /** The text of that line in the template; absent if the template's source is not available. */
  readonly sourceLine?: string;
}

/** A template failed to parse or to execute. `message` is Helm's; the fields give the location. */
export class RenderError extends HelmError {
  override name = 'RenderError';
  readonly location: TemplateLocation | undefined;
  constructor(message: string, location: TemplateLocation | undefined, cause?: unknown) {
    super(message, { cause });
    this.location = location;
  }
}

/** A rendered manifest is not valid YAML, or not a Kubernetes object. */
export class ManifestError extends HelmError {
  override name = 'ManifestError';
  readonly path: string;
  readonly reason: string;
  constructor(path: string, reason: string, cause?: unknown) {
    super(`YAML parse error on ${path}: ${reason}`, { cause });
    this.path = path;
    this.reason = reason;
  }
}

/** A limit of limits.ts was exceeded. */
export class LimitError extends HelmError {
  override name = 'LimitError';
}

/**
 * Runs a function that recurses over input.
 *
 * @throws LimitError if the stack overflows, because the input is nested too deeply
 */
export function withStackLimit<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof RangeError ? new LimitError(`${what} nests too deeply`, { cause: error }) : error;
  }
}
