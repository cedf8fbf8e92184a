/** Short ways to say beside a field that mcpgw does not honor it. */
import type { Field, Unsupported } from '@mcpgw/structure';

const marked =
  (weight: Unsupported['weight']) =>
  (without: string, same?: readonly unknown[]): Pick<Field, 'unsupported'> & { readonly unsupported: Unsupported } => ({
    unsupported: { weight, without, ...(same !== undefined && { same }) },
  });

/** Without it something is less safe than the file says: an error unless it is allowed by name. */
export const protection = marked('protection');
/** Something behaves in another way: a warning. */
export const behavior = marked('behavior');
/** Nobody notices: an info. */
export const harmless = marked('harmless');
