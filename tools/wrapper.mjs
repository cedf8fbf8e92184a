/**
 * The files of the build are function expressions that take what a CommonJS module does: the launcher compiles them as they lie on
 * the disk (cli/src/load-file.ts), without putting half a megabyte of text together first.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { runInThisContext } from 'node:vm';

const head = '(function (exports, require, module, __filename, __dirname) {';
const tail = '})';

/** For esbuild. */
export const wrapper = { banner: { js: head }, footer: { js: tail } };

/** The CommonJS module inside of a file of the build. */
export const unwrapped = text => text.trimEnd().slice(head.length, -tail.length);

/** Runs a file of the build and gives its exports. */
export function exportsOf(path) {
  const module = { exports: {} };
  const run = runInThisContext(readFileSync(path, 'utf8'), { filename: path });
  run(module.exports, createRequire(path), module, path, dirname(path));
  return module.exports;
}
