/** What a time zone means at a moment. */
export interface Zone {
  /** Abbreviation, e.g. `CET`; empty when the zone has none. */
  readonly name: string;
  /** Seconds east of UTC. */
  readonly offset: number;
  readonly isDst: boolean;
}
