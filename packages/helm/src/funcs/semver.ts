/** semver and semverCompare of sprig v3.3.0 (semver.go). */
import type { Func } from '@mcpgw/gotemplate';
import { remembering } from '../remembering.js';
import { newConstraint } from '../semver/constraints.js';
import { newVersion } from '../semver/version.js';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

/** Charts ask the same for one manifest after the other. */
const constraintOf = remembering(newConstraint);
const versionOf = remembering(newVersion);

export const semverFuncs = (_deps: FuncDeps): readonly Func[] => [
  func('semver', ['string'], '*semver.Version', newVersion),
  func('semverCompare', ['string', 'string'], 'bool', (constraint: string, version: string) =>
    constraintOf(constraint).check(versionOf(version)),
  ),
];
