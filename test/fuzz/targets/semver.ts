/** Versions and constraints of charts. */

import { FuncError } from '@mcpgw/go/values';
import { decodeBytes } from '@mcpgw/helm';
import { newConstraint } from '../../../packages/go/src/semver/constraints.js';
import { semver340, semver350 } from '../../../packages/go/src/semver/rules.js';
import { newVersion, strictNewVersion } from '../../../packages/go/src/semver/version.js';
import { outcome, same, type Target } from '../target.js';

const known = ['1.2.3', '0.0.0', '1.2.3-beta.1+build', '99999999999.1.1'].map(text => newVersion(text));

export const target: Target = {
  seeds: [
    '1.2.3',
    'v1.2.3-alpha.1+build.5',
    '>=1.2.3 <2.0.0 || ^3.1',
    '~1.2.x, !=1.2.5',
    '1.2 - 2.3.4',
    '*',
    '=1',
    '>= 1.0-0',
    '18446744073709551616.0.0',
    '1.x || >=2.5.0 || 5.0.0 - 7.2.3',
    '^0.0.1-rc.1',
  ],
  tokens: [
    '.',
    '-',
    '+',
    '>=',
    '<=',
    '!=',
    '=>',
    '=<',
    '~>',
    '^',
    '~',
    '=',
    '||',
    ',',
    ' ',
    'x',
    'X',
    '*',
    'v',
    '0',
    '00',
    '-beta',
    '-0',
    ' - ',
  ],
  maxBytes: 1000,
  run(input) {
    const text = decodeBytes(input);
    for (const rules of [semver340, semver350]) {
      const version = outcome([FuncError], () => newVersion(text, rules));
      if ('value' in version)
        same(newVersion(version.value.toString(), rules).toString(), version.value.toString(), 'a printed version is read as another');
      const constraint = outcome([FuncError], () => newConstraint(text, rules));
      if ('value' in constraint) for (const each of known) constraint.value.check(each);
    }
    const strict = outcome([FuncError], () => strictNewVersion(text));
    if ('value' in strict) same(strict.value.toString(), text, 'a strict version is printed as another');
  },
};
