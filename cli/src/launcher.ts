/** `dist/mcpgw.js`: finds the bundle of the command, and starts it with little overhead over bare Node. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadFile } from './load-file.js';
import { nativeBinding } from './native-binding.js';

function bundleOf(argv: readonly string[]): string {
  const name = argv[0] ?? '';
  const own = join(__dirname, 'commands', `${name}.cjs`);
  return /^[a-z]+$/.test(name) && existsSync(own) ? own : join(__dirname, 'commands', 'main.cjs');
}

/**
 * V8 optimizes a function after it ran this many bytes of bytecode. The default of Node 20's V8 is far too eager for runs of a
 * fraction of a second: a third of the processor time of a large chart's render went into code that was hardly used
 * (docs/adr/0003-start-up.md). `node:v8` would load Node's streams to set it, so the internal binding is used; later versions
 * of V8 have another flag and are left alone, and so are runs that render many times and the gateway, which runs for days.
 * `validate` allocates many short-lived objects, so its young generation grows at once (0.95 of the processor time), and one thread
 * collects it: several take longer together (0.96).
 * Returns the flags that were set, for the name of the code cache.
 */
function delayOptimization(): string {
  const isLong = process.argv[2] === 'serve' || process.argv.some(arg => arg.startsWith('--matrix'));
  if (!process.versions.v8.startsWith('11.') || isLong) return '';
  const v8 = nativeBinding<{ setFlagsFromString(flags: string): void }>('v8');
  if (!v8?.setFlagsFromString) return '';
  const isValidate = process.argv[2] === 'validate';
  const budget = isValidate ? 400_000 : 1_000_000;
  v8.setFlagsFromString(`--interrupt-budget=${budget}${isValidate ? ' --semi-space-growth-factor=16 --no-parallel-scavenge' : ''}`);
  return `-${budget}`;
}

const flags = delayOptimization();
loadFile(bundleOf(process.argv.slice(2)), flags);
