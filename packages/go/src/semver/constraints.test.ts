import { newConstraint } from './constraints.js';
import { newVersion } from './version.js';

test.each<[constraint: string, version: string, message: string]>([
  ['', '1.0.0', 'improper constraint: ""'],
  ['>', '1.0.0', 'improper constraint: ">"'],
  ['foo', '1.0.0', 'improper constraint: "foo"'],
  ['1.2.3.4', '1.0.0', 'improper constraint: "1.2.3.4"'],
  ['>=1.0.0 foo', '1.0.0', 'improper constraint: ">=1.0.0 foo"'],
  [',1.0', '1.0.0', 'improper constraint: ",1.0"'],
  ['1.0,', '1.0.0', 'improper constraint: "1.0,"'],
  ['1.0 || ', '1.0.0', 'improper constraint: " "'],
  ['==1.0', '1.0.0', 'improper constraint: "==1.0"'],
  ['1x', '1.0.0', 'constraint parser error'],
  ['1.0\u00a02.0', '1.0.0', 'improper constraint: "1.0\\u00a02.0"'],
  ['1 -2', '1.0.0', 'improper constraint: "1 -2"'],
  ['99999999999999999999', '1.0.0', 'constraint parser error'],
  ['1.2.3', 'nope', 'invalid semantic version'],
  [
    '111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111',
    '1.0.0',
    'constraint string is too long (max 512 bytes)',
  ],
  [
    '1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1||1',
    '1.0.0',
    'too many constraint groups (max 32)',
  ],
])('%j with %j is refused', (constraint, version, message) => {
  expect(() => newConstraint(constraint).check(newVersion(version))).toThrow(new Error(message));
});

test.each<[constraint: string, version: string, holds: boolean, text: string, reasons: string[]]>([
  ['^1.2.3', '1.3.0', true, '^1.2.3', []],
  ['^1.2.3', '2.0.0', false, '^1.2.3', ['"2.0.0" does not have same major version as "1.2.3"']],
  ['^0.2.3', '0.2.9', true, '^0.2.3', []],
  [
    '^0.2.3',
    '0.3.0',
    false,
    '^0.2.3',
    ['"0.3.0" does not have same minor version as "0.2.3". Expected minor versions to match when constraint major version is 0'],
  ],
  [
    '^0.0.3',
    '0.0.4',
    false,
    '^0.0.3',
    ['"0.0.4" does not equal "0.0.3". Expect version and constraint to equal when major and minor versions are 0'],
  ],
  [
    '^0.0',
    '0.1.0',
    false,
    '^0.0',
    ['"0.1.0" does not have same minor version as "0.0". Expected minor versions to match when constraint major version is 0'],
  ],
  ['^0', '0.9.0', true, '^0', []],
  ['^1.2.x', '1.4.0', true, '^1.2.x', []],
  ['~1.2.3', '1.2.9', true, '~1.2.3', []],
  ['~1.2.3', '1.3.0', false, '~1.2.3', ['"1.3.0" does not have same major and minor version as "1.2.3"']],
  ['~1', '1.9.0', true, '~1', []],
  ['~>2.0', '2.1.0', false, '~>2.0', ['"2.1.0" does not have same major and minor version as "2.0"']],
  ['~0.0.0', '5.0.0', true, '~0.0.0', []],
  ['1.2.x', '1.2.7', true, '1.2.x', []],
  ['1.x', '2.0.0', false, '1.x', ['"2.0.0" does not have same major version as "1.x"']],
  ['*', '1.0.0', true, '*', []],
  ['*', '1.0.0-rc1', false, '*', ['"1.0.0-rc1" is a prerelease version and the constraint is only looking for release versions']],
  [
    '>=1.0.0',
    '1.1.0-rc1',
    false,
    '>=1.0.0',
    ['"1.1.0-rc1" is a prerelease version and the constraint is only looking for release versions'],
  ],
  ['>=1.0.0-0', '1.1.0-rc1', true, '>=1.0.0-0', []],
  ['>=1.19-0', '1.27.3-gke.100', true, '>=1.19-0', []],
  ['>11', '11.1.0', false, '>11', ['"11.1.0" is less than or equal to "11"']],
  ['>11.1', '11.2.0', true, '>11.1', []],
  ['<=1.2', '1.2.9', true, '<=1.2', []],
  ['<=1', '1.9.0', true, '<=1', []],
  ['!=1.2.x', '1.2.3', false, '!=1.2.x', ['"1.2.3" is equal to "1.2.x"']],
  ['!=1.2.3', '1.2.3', false, '!=1.2.3', ['"1.2.3" is equal to "1.2.3"']],
  ['!=1.2', '1.3.0', true, '!=1.2', []],
  ['1.0.0 - 2.0.0', '1.5.0', true, '>=1.0.0 <=2.0.0', []],
  ['1.0.0 - 2.0.0', '2.0.1', false, '>=1.0.0 <=2.0.0', ['"2.0.1" is greater than "2.0.0"']],
  ['>=1.0, <2.0', '1.9.9', true, '>=1.0 <2.0', []],
  ['>=1.0 <2.0', '2.0.0', false, '>=1.0 <2.0', ['"2.0.0" is greater than or equal to "2.0"']],
  ['<1.0 || >=2.0', '2.1.0', true, '<1.0 || >=2.0', []],
  ['<1.0||>=2.0', '1.1.0', false, '<1.0 || >=2.0', ['"1.1.0" is greater than or equal to "1.0"', '"1.1.0" is less than "2.0"']],
  ['=1.2.3', 'v1.2.3', true, '=1.2.3', []],
  ['=>1.2.3', '1.2.3', true, '=>1.2.3', []],
  ['=<1.2.3', '1.2.4', false, '=<1.2.3', ['"1.2.4" is greater than "1.2.3"']],
  ['v1.2.3', '1.2.3', true, 'v1.2.3', []],
  [' 1.2.3 ', '1.2.3', true, '1.2.3', []],
  ['X', '0.0.1', true, 'X', []],
  ['^1.2.3-beta.2', '1.2.3-beta.4', true, '^1.2.3-beta.2', []],
  ['^1.2.3-beta.2', '1.2.4-beta.2', true, '^1.2.3-beta.2', []],
  ['>=1.2.3+build', '1.2.3', true, '>=1.2.3+build', []],
])('%j of %j is %j', (constraint, version, holds, text, reasons) => {
  const constraints = newConstraint(constraint);
  expect(constraints.check(newVersion(version))).toBe(holds);
  expect(constraints.validate(newVersion(version))).toEqual(reasons);
  expect(constraints.toString()).toBe(text);
});

test('a constraint that a backtracking expression would take forever to refuse', () => {
  expect(() => newConstraint(`${'1  '.repeat(170)}!`)).toThrow('improper constraint');
});
