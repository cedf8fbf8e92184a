/**
 * The files of the build are function expressions with the parameters of a CommonJS module. The launcher compiles them as they are on
 * disk (cli/src/load-file.ts), without first concatenating half a megabyte of text.
 */
const head = '(function (exports, require, module, __filename, __dirname) {';
const tail = '})';

/** The options for esbuild. */
export const wrapper = { banner: { js: head }, footer: { js: tail } };

/** The CommonJS module in a file of the build. */
export const unwrapped = text => text.trimEnd().slice(head.length, -tail.length);
