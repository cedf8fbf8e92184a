/** getHostByName as Helm v4.2.4 binds it while DNS lookups are off (pkg/engine/engine.go): the empty string. */
import type { Func } from '@mcpgw/gotemplate';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

export const networkFuncs = (_deps: FuncDeps): readonly Func[] => [func('getHostByName', ['string'], 'string', () => '')];
