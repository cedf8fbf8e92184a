/** semver and semverCompare of sprig v3.3.0 (semver.go). */
import type { Func } from '@mcpgw/go/values';
import type { Dialect } from '../common/dialect.js';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

export const semverFuncs = (_deps: FuncDeps, { semver: { newVersion, constraintOf, versionOf } }: Dialect): readonly Func[] => [
  func('semver', ['string'], '*semver.Version', newVersion),
  func('semverCompare', ['string', 'string'], 'bool', (constraint: string, version: string) =>
    constraintOf(constraint).check(versionOf(version)),
  ),
];
