/**
 * Licenses of dependencies. What reaches users has a license that allows use without conditions beyond notices; tools of development
 * may not be copyleft either, so that nobody has to ask where the line is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** SPDX identifiers that a package for users may have. */
const forUsers = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Further ones of tools for development. */
const forDevelopment = new Set(['BlueOak-1.0.0', 'CC-BY-3.0', 'CC-BY-4.0', 'CC0-1.0', 'MPL-2.0', 'WTFPL']);

/** Packages whose package.json names no license, or a file, and the license that their files name. */
const named: Readonly<Record<string, string>> = { 'node_modules/format': 'MIT', 'node_modules/spawndamnit': 'MIT' };

/** Whether an SPDX expression is met: one of `A OR B`, all of `A AND B`. */
function isAllowed(expression: string, allowed: (license: string) => boolean): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(part => isAllowed(part, allowed));
  return plain.split(' AND ').every(part => allowed(part));
}

/** The place of a package that the one at `from` needs: in the nearest `node_modules`, as Node looks for it. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = lock.packages[path];
    if (found) return found.link ? found.resolved : path;
    if (folder === '') return undefined;
  }
}

/** Packages that reach users inside the command. They are bundled, so its manifest names them as tools of development. */
const bundled = new Set<string>();
function addNeeded(from: string, names: Readonly<Record<string, string>> = {}): void {
  for (const name of Object.keys(names)) {
    const place = placeOf(name, from);
    if (place === undefined || bundled.has(place)) continue;
    bundled.add(place);
    const { dependencies, optionalDependencies } = lock.packages[place]!;
    addNeeded(place, { ...dependencies, ...optionalDependencies });
  }
}
addNeeded('cli', lock.packages.cli!.devDependencies);

const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

function faultOf([path, { license: own, dev = false }]: readonly [string, LockedPackage]): string[] {
  const license = named[path] ?? own;
  if (license === undefined) return [`${path} names no license`];
  const isTool = dev && !bundled.has(path);
  const allowed = (one: string): boolean => forUsers.has(one) || (isTool && forDevelopment.has(one));
  return isAllowed(license, allowed) ? [] : [`${path} has the license ${license}`];
}

test('every dependency has a license that is allowed', () => {
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.flatMap(faultOf)).toEqual([]);
});

test.each([
  ['a copyleft license', { license: 'GPL-3.0' }, 'x has the license GPL-3.0'],
  ['a copyleft license of a tool', { license: 'AGPL-3.0-only', dev: true }, 'x has the license AGPL-3.0-only'],
  ['one of two that both hold', { license: 'MIT AND GPL-2.0', dev: true }, 'x has the license MIT AND GPL-2.0'],
  ['a license for tools in what users get', { license: 'MPL-2.0' }, 'x has the license MPL-2.0'],
  ['no license', {}, 'x names no license'],
])('%s would be found', (_, entry, fault) => {
  expect(faultOf(['x', entry])).toEqual([fault]);
});

test('what is bundled into the command counts as what users get', () => {
  expect([...bundled]).toEqual(
    expect.arrayContaining(['node_modules/handlebars', 'node_modules/minimist', 'packages/gateway', 'node_modules/jose']),
  );
  expect(faultOf(['node_modules/handlebars', { license: 'MPL-2.0', dev: true }])).toEqual([
    'node_modules/handlebars has the license MPL-2.0',
  ]);
});

test('of two licenses to choose from, one is enough', () => {
  expect(faultOf(['x', { license: '(AFL-2.1 OR BSD-3-Clause)' }])).toEqual([]);
});

test('the lockfile names no registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});
