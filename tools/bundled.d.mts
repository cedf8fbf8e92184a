import type { Metafile } from 'esbuild';

/** A package with code in a bundle. `license` is its SPDX expression, `text` its license files; empty if it has none. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** The folders of the packages with code in the outputs of a build, relative to its working folder. */
export function foldersIn(metafile: Metafile): Set<string>;
/** Name, version and license of the packages in folders, each once, sorted. @throws Error if a package does not say its license */
export function describePackages(folders: Iterable<string>, root: string): BundledPackage[];
/** The licenses of packages as one text. */
export function licenseText(packages: readonly BundledPackage[]): string;
