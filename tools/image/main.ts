/** The command behind tools/images.mjs. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AppUnavailable, mcpgwApp, templateApp } from './apps.js';
import { baseLayers, readLock, writeImage } from './build.js';
import { renewLock } from './renew.js';
import { architectures, SourceUnavailable } from './sources.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, '.cache/images');
const apps = { mcpgw: mcpgwApp, 'mcp-server-template': templateApp };
const isApp = (name: string): name is keyof typeof apps => Object.hasOwn(apps, name);

function refuse(message: string): never {
  console.error(`images: ${message}`);
  process.exit(2);
}

function readArgs() {
  try {
    const options = {
      output: { type: 'string', default: join(cache, 'out') },
      arch: { type: 'string', default: architectures.join(',') },
      renew: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readArgs();
  if (values.renew) return void renewLock(join(root, 'tools/image/lock.json'), join(cache, 'sources'));
  const wanted = values.arch.split(',');
  const unknown = wanted.find(name => !(architectures as readonly string[]).includes(name));
  if (unknown !== undefined) refuse(`no architecture ${unknown}; there are ${architectures.join(', ')}`);
  const names = positionals.length > 0 ? positionals : Object.keys(apps);
  const lock = readLock(root);
  const bases = new Map();
  for (const architecture of architectures.filter(name => wanted.includes(name)))
    bases.set(architecture, await baseLayers(lock, architecture, cache));
  for (const name of names) {
    if (!isApp(name)) return refuse(`no image ${name}; there are ${Object.keys(apps).join(', ')}`);
    const { archive, name: reference, digest, sizes } = await writeImage(await apps[name](root), bases, { output: values.output, cache });
    const shown = Object.entries(sizes).map(([architecture, bytes]) => `${architecture} ${(bytes / 1e6).toFixed(1)} MB`);
    console.log(`${archive}\n  ${reference}@${digest}\n  ${shown.join(', ')}`);
  }
}

main().catch((error: unknown) => {
  if (error instanceof SourceUnavailable || error instanceof AppUnavailable) refuse(error.message);
  throw error;
});
