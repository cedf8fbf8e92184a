import type { Approvals } from '@mcpgw/approvals';
import type { Catalogue, CatalogueServer } from '@mcpgw/gateway';
import type { ServerLoadOutcome } from '@mcpgw/loader';
import type { Names } from '@mcpgw/names';

export interface InventoryServer extends CatalogueServer {
  /** Absent for a server that the configuration keeps off, and for declared REST endpoints. */
  readonly outcome?: Pick<ServerLoadOutcome, 'status' | 'error' | 'layer' | 'code' | 'httpStatus' | 'transport'>;
  /** What to do about the outcome, where it is known otherwise than by it. */
  readonly advice?: string;
  /** Tools that are left out, as the gateway does: their names cannot be shown, and so not be sent back. */
  readonly unusable?: number;
}

export interface Inventory {
  readonly servers: readonly InventoryServer[];
  readonly approvals: Approvals;
  readonly catalogue: Catalogue;
  /** How the gateway names tools for clients. */
  readonly clientNames: Names;
  readonly close: () => Promise<void>;
}
