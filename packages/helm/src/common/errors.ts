/** One error class of the renderer: what `helm template` would print after `Error: `. */
export class HelmError extends Error {
  override name = 'HelmError';
  /** Set for errors of the templates: what `helm template --debug` prints nevertheless. */
  partial?: string;
}

/** Dependencies that Chart.yaml names are not in charts/. */
export class MissingDependenciesError extends HelmError {
  override name = 'MissingDependenciesError';
  readonly missing: readonly string[];
  /** `advice`: what Helm says first. */
  constructor(missing: readonly string[], advice: string) {
    super(`${advice}: found in Chart.yaml, but missing in charts/ directory: ${missing.join(', ')}`);
    this.missing = missing;
  }
}

/** Where a template failed: 1-based line, 0-based column in UTF-8 bytes as Go counts, and the reason alone. */
export interface TemplateLocation {
  /** Path as in `# Source:`, e.g. `mychart/templates/deployment.yaml`. */
  readonly template: string;
  readonly line: number;
  /** Absent for parse errors: Go knows only the line. */
  readonly column?: number;
  readonly reason: string;
  /** Text of that line in the template; absent where the template's source is not at hand. */
  readonly sourceLine?: string;
}

/** A template was refused, by the parser or while it ran. `message` is Helm's; the fields tell where. */
export class RenderError extends HelmError {
  override name = 'RenderError';
  readonly location: TemplateLocation | undefined;
  constructor(message: string, location: TemplateLocation | undefined, cause?: unknown) {
    super(message, { cause });
    this.location = location;
  }
}

/** A rendered manifest is not YAML, or not a Kubernetes object. */
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

/** A limit of limits.ts was reached. */
export class LimitError extends HelmError {
  override name = 'LimitError';
}

/** Runs what recurses over input; where the stack ends, input that nests too deeply is the reason. Throws LimitError then. */
export function withStackLimit<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof RangeError ? new LimitError(`${what} nests too deeply`, { cause: error }) : error;
  }
}
