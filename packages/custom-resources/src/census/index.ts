/** What was asked of the fields of custom resources, by structure. One file for each file of `kinds/`. */
import type { Census } from '@mcpgw/structure';

export const resourceCensus: Census = {};
