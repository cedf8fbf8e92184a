/** What was asked of the fields of the static configuration, by structure. One file for each file of `config/`. */
import type { Census } from '@mcpgw/structure';

export const staticCensus: Census = {};
