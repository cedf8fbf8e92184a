/** The interface of a migration: one change in the form of agentgateway's static configuration from a version on. */
import type { Edit, Path } from '@mcpgw/diagnostics';
import type { MapNode } from '@mcpgw/structure';

/** Something that the person who migrates must know. */
export interface MigrationNote {
  /** Id of the migration, or of the rule that the result breaks. */
  readonly id: string;
  /**
   * `rewritten`: the text changed, but not its meaning. `behaviour`: the proxy will behave differently. `cannot`: the version cannot
   * express something, or only a person can decide it.
   */
  readonly kind: 'rewritten' | 'behaviour' | 'cannot';
  readonly message: string;
  /** The path in the configuration before the migration. */
  readonly path: Path;
}

export interface MigrationContext {
  readonly source: string;
  readonly root: MapNode;
  /** Versions of the whole migration, as bare semver. */
  readonly from: string;
  readonly to: string;
  note(note: Omit<MigrationNote, 'id'>): void;
}

export interface Migration {
  readonly id: string;
  /** The first version with the new form. */
  readonly at: string;
  /** The difference, for the documentation. */
  readonly what: string;
  /** Edits that convert the old form to the new one; absent if nothing must change. */
  readonly up?: (context: MigrationContext) => readonly Edit[];
  /** Edits that convert the new form to the old one. */
  readonly down?: (context: MigrationContext) => readonly Edit[];
}
