/** Exit codes of every command (docs/architecture.md). Stdout is for data, stderr for messages. */
export const exitCodes = {
  /** Nothing to report. */
  clean: 0,
  /** Findings, differences, or input that was refused. */
  findings: 1,
  /** The command could not run: bad usage, unreadable input. */
  cannotRun: 2,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
