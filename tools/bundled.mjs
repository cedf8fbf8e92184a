/**
 * The npm packages of which esbuild put code into a bundle, and their licenses: for the lists that go with the command and the images
 * (docs/adr/0076-images.md).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const marker = 'node_modules/';

/** The folder of the package that a file belongs to; undefined for a file of this repository and for one that a plugin made. */
function folderOf(input) {
  const at = input.lastIndexOf(marker);
  if (at < 0) return undefined;
  const [first, second] = input.slice(at + marker.length).split('/');
  return input.slice(0, at + marker.length) + (first.startsWith('@') ? `${first}/${second}` : first);
}

/** The folders of the packages with code in the outputs of a build; `metafile` is esbuild's, paths are relative to its working folder. */
export function foldersIn(metafile) {
  const folders = new Set();
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = bytesInOutput > 0 ? folderOf(input) : undefined;
      if (folder !== undefined) folders.add(folder);
    }
  return folders;
}

/** The file in which a package gives its license, and notices that have to go with it. */
const isLicense = name => /^(?:licen[sc]e|copying|notice)(?:[.-]\w+)*$/i.test(name) && !/\.[cm]?[jt]s$/i.test(name);

/** Packages such as a folder of only `package.json` files inside another package have no name and version of their own. */
const isPackage = folder => existsSync(join(folder, 'package.json'));

/**
 * Name, version, license and license text of the packages in `folders`, which are relative to `root`; each package once, sorted.
 *
 * @throws Error if a package does not say its license
 */
export function describePackages(folders, root) {
  const found = new Map();
  for (const folder of [...folders].map(path => join(root, path)).filter(isPackage)) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (typeof license !== 'string') throw new Error(`${name}@${version} does not say its license`);
    const texts = readdirSync(folder)
      .filter(isLicense)
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
    const text = texts.join('\n\n') || (found.get(`${name}@${version}`)?.text ?? '');
    found.set(`${name}@${version}`, { name, version, license, text });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, described]) => described);
}

/** The licenses of packages as one text. */
export function licenseText(packages) {
  const head = 'Code of these packages is part of the bundle.\n';
  const parts = packages.map(({ name, version, license, text }) => `${name} ${version}\nLicense: ${license}\n${text && `\n${text}\n`}`);
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}
