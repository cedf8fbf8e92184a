/** getHostByName as Helm v4.2.4 binds it (pkg/engine/engine.go): it returns the empty string while DNS lookups are disabled. */
import type { Func } from '@mcpgw/go/values';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

export const networkFuncs = ({ hostByName = () => '' }: FuncDeps): readonly Func[] => [
  func('getHostByName', ['string'], 'string', (name: string) => hostByName(name)),
];
