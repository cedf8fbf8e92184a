/** Faults that are not found yet, each with the reason; an entry for a fault that is found fails. */
export interface ExpectedFailure {
  readonly fault: string;
  /** The title of the example; every one where absent. */
  readonly example?: RegExp;
  readonly reason: string;
}

export const expectedFailures: readonly ExpectedFailure[] = [
  { fault: 'trailing comma', example: /^client-config$/, reason: 'a warning: some clients read it' },
  { fault: 'trailing comma', example: /^opencode-config$/, reason: 'OpenCode reads JSON with comments and trailing commas' },
  {
    fault: 'a namespace that is not a name',
    example: / Event$/,
    reason: 'the namespace of an event is compared with that of its object first, at the object',
  },
];
