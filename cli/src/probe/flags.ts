/** The flags of `mcpgw probe`, as commander parses them. */
export interface ProbeFlags {
  readonly only?: readonly string[];
  /** Seconds. */
  readonly timeout?: number;
  readonly maxAttempts: number;
  readonly via?: string;
  readonly header?: readonly string[];
  readonly transport: 'http' | 'streamable-http' | 'sse';
  readonly ca?: string;
  readonly transient403?: readonly string[];
  readonly output: 'table' | 'json' | 'junit';
  /** Seconds between rounds; absent for one round. */
  readonly watch?: number;
  readonly rounds?: number;
  readonly failOn?: readonly string[];
  readonly prometheus?: string;
  readonly quiet?: boolean;
}
