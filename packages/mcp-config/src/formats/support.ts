/** Markers for fields that mcpgw does not honor. */
import type { Field, Unsupported } from '@mcpgw/structure';

const marked =
  (weight: Unsupported['weight']) =>
  (without: string, same?: readonly unknown[]): Pick<Field, 'unsupported'> & { readonly unsupported: Unsupported } => ({
    unsupported: { weight, without, ...(same !== undefined && { same }) },
  });

/** Without the setting, something is less safe than the file requests: an error, unless it is allowed by name. */
export const protection = marked('protection');
/** Without the setting, something behaves differently: a warning. */
export const behavior = marked('behavior');
/** Ignoring the setting has no visible effect: an info. */
export const harmless = marked('harmless');
