/** semver and semverCompare of sprig v3.3.0 (semver.go). */
import type { Func } from '@mcpgw/gotemplate';
import { newConstraint } from '../semver/constraints.js';
import { newVersion } from '../semver/version.js';
import type { FuncDeps } from './deps.js';

export const semverFuncs = (_deps: FuncDeps): readonly Func[] => [
  { name: 'semver', params: ['string'], result: '*semver.Version', call: text => newVersion(text as string) },
  {
    name: 'semverCompare',
    params: ['string', 'string'],
    result: 'bool',
    call: (constraint, version) => newConstraint(constraint as string).check(newVersion(version as string)),
  },
];
