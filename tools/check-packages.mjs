/**
 * Checks packed packages as those who install them meet them: publint (fields, files, formats) and "Are the types wrong?" (what TypeScript
 * resolves, as ES modules).
 *
 * node tools/check-packages.mjs TARBALL...     prints each problem; exit code 1 if there are some
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** The packages are ES modules for Node 20.19 and later, which loads them with `require` too; node10 knows no `exports`. */
const others = new Set(['node10', 'node16-cjs']);

async function problemsOf(file) {
  const bytes = readFileSync(file);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  const linted = messages.map(message => `publint: ${formatMessage(message, pkg, { color: false })}`);
  // The command has no modules to import.
  if (!pkg.exports) return linted;
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)));
  const untyped = analysis.types ? [] : ['types: there are none'];
  const wrong = (analysis.problems ?? []).filter(({ resolutionKind }) => !others.has(resolutionKind));
  return [...linted, ...untyped, ...wrong.map(problem => `types: ${JSON.stringify(problem)}`)];
}

let found = 0;
for (const file of process.argv.slice(2))
  for (const problem of await problemsOf(file)) {
    found++;
    console.log(`${basename(file)}: ${problem}`);
  }
process.exitCode = found > 0 ? 1 : 0;
