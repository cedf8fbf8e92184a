/** The result of a case. `detail` gives the reason of a failure. */
export interface GoldenResult {
  readonly case: string;
  readonly status: 'passed' | 'failed' | 'updated';
  readonly detail?: string;
  /** Version of Helm that the render reproduces, e.g. `4.2.4`. */
  readonly helm: string;
}
