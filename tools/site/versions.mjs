/**
 * The versions of the site: each is a folder of its own build. `versions.json` names them for the menu, and `index.html` leads to the newest.
 *
 * node tools/site/versions.mjs FOLDER     after folders were copied into FOLDER, or removed from it
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isPrerelease = version => version.includes('-');
const { compare } = new Intl.Collator('en', { numeric: true });

/** Puts the newer version first; a prerelease stands after its release. */
function byAge(a, b) {
  const [[olderBase], [newerBase]] = [a.split('-'), b.split('-')];
  return compare(newerBase, olderBase) || isPrerelease(a) - isPrerelease(b) || compare(b, a);
}

/** The versions that a folder holds, newest first. */
export const versionsOf = folder =>
  readdirSync(folder)
    .filter(name => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(name) && existsSync(join(folder, name, 'index.html')))
    .sort(byAge);

const pageTo = version => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <link rel="icon" href="data:,">
    <meta http-equiv="refresh" content="0; url=${version}/">
    <title>mcpgw</title>
  </head>
  <body>
    <h1>mcpgw</h1>
    <p><a href="${version}/">The documentation of mcpgw ${version}</a></p>
  </body>
</html>
`;

/** Writes `versions.json` and `index.html` of a folder. Returns the versions. */
export function writeVersions(folder) {
  const versions = versionsOf(folder);
  if (versions.length === 0) throw new Error(`${folder} holds no version of the site`);
  const newest = versions.find(version => !isPrerelease(version)) ?? versions[0];
  writeFileSync(join(folder, 'versions.json'), `${JSON.stringify({ newest, versions })}\n`);
  writeFileSync(join(folder, 'index.html'), pageTo(newest));
  return versions;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(writeVersions(process.argv[2] ?? '.').join('\n'));
