/** The properties of a time zone at a point in time. */
export interface Zone {
  /** The abbreviation, e.g. `CET`; empty if the zone has none. */
  readonly name: string;
  /** Seconds east of UTC. */
  readonly offset: number;
  readonly isDst: boolean;
}
