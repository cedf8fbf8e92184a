import type { Path, RuleId } from '@mcpgw/diagnostics';

/** One thing that is wrong with the configuration, and where. */
export interface ConfigurationFault {
  /** Keys and indices from the root of what was checked. */
  readonly path: Path;
  readonly message: string;
  /** How to fix it. */
  readonly suggestion?: string;
  /** The rule of `mcpgw validate` that it falls under, where that is not `bad-value`. */
  readonly rule?: Extract<RuleId, 'bad-reference' | 'missing-field' | 'unset-variable' | 'unsupported-placeholder'>;
}

/** The configuration cannot be used: the start or the reload is refused, with every fault in `findings`. The message is a line for each. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly findings: readonly ConfigurationFault[];
  constructor(findings: readonly ConfigurationFault[], options?: ErrorOptions) {
    super(findings.map(describeFault).join('\n'), options);
    this.findings = findings;
  }
}

function describeFault({ path, message }: ConfigurationFault): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
