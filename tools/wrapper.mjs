/**
 * The files of the build are function expressions with the parameters of a CommonJS module. The launcher compiles them as they are on
 * disk (cli/src/load-file.ts), without first concatenating half a megabyte of text.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { runInThisContext } from 'node:vm';

const head = '(function (exports, require, module, __filename, __dirname) {';
const tail = '})';

/** The options for esbuild. */
export const wrapper = { banner: { js: head }, footer: { js: tail } };

/** The CommonJS module in a file of the build. */
export const unwrapped = text => text.trimEnd().slice(head.length, -tail.length);

/** Runs a file of the build and returns its exports. */
export function exportsOf(path) {
  const module = { exports: {} };
  const run = runInThisContext(readFileSync(path, 'utf8'), { filename: path });
  run(module.exports, createRequire(path), module, path, dirname(path));
  return module.exports;
}
