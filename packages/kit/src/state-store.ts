/** Where levels of private data are kept; the stores of `@mcpgw/gateway` are such ones. */
export interface StateStore {
  read(key: readonly string[]): Promise<string | undefined>;
  /** Atomic among all processes; `change` may run again. Undefined deletes. */
  update(key: readonly string[], change: (old: string | undefined) => string | undefined): Promise<string | undefined>;
  close(): Promise<void>;
}
