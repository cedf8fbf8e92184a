/** What a migration is: one thing that agentgateway's static configuration says otherwise from one version on. */
import type { Edit, Path } from '@mcpgw/diagnostics';
import type { MapNode } from '@mcpgw/structure';

/** Something that the person who migrates has to know. */
export interface MigrationNote {
  /** Id of the migration, or of the rule that the result breaks. */
  readonly id: string;
  /**
   * `rewritten`: the text changed, the meaning did not. `behaviour`: the proxy will do something else. `cannot`: what the version has
   * no words for, or what only a person can decide.
   */
  readonly kind: 'rewritten' | 'behaviour' | 'cannot';
  readonly message: string;
  /** Where it stands, in the text before the migration. */
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
  /** First version with the new form. */
  readonly at: string;
  /** What is different, for the documentation. */
  readonly what: string;
  /** Edits that make the new form from the old; absent where nothing has to change. */
  readonly up?: (context: MigrationContext) => readonly Edit[];
  /** Edits that make the old form from the new. */
  readonly down?: (context: MigrationContext) => readonly Edit[];
}
