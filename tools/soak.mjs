/**
 * The soak test of `mcpgw serve` (test/soak/): real servers and clients, faults of every kind, counted verdicts, a report.
 *
 * node tools/soak.mjs; needs cli/dist (make build).
 *   SOAK_TIME=10m     how long the load lasts, all phases together: 90s, 10m, 2h
 *   SOAK_SEED=N       repeats the choices of a run; the report names its seed
 *   SOAK_PHASE=a,b    these phases only
 *   SOAK_REPORT=DIR   where soak-report.md and soak-report.json go; .cache/soak unless it is set
 * Exit code 0: every verdict is met; 1: some are not met, and are listed; 2: the test could not run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function refuse(message) {
  console.error(`soak: ${message}`);
  process.exit(2);
}

if (process.platform !== 'linux') refuse('it reads /proc, so it needs Linux');
if (!existsSync(join(root, 'cli/dist/mcpgw.js'))) refuse('cli/dist/mcpgw.js is not there; run `make build` first');

/** Commands that create a namespace in which a small disk can be mounted, so that no mount outlives the test. */
const namespaces = [
  ['unshare', '--mount'],
  ['unshare', '--user', '--map-root-user', '--mount'],
];
const canMount = ([command, ...flags]) => {
  const mount = 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$d"; s=$?; umount "$d" 2>/dev/null; rmdir "$d"; exit $s';
  return spawnSync(command, [...flags, 'sh', '-c', mount]).status === 0;
};
const namespace = namespaces.find(canMount);

const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
const command = [...(namespace ?? []), process.execPath, '--import', loader, join(root, 'test/soak/main.ts')];
const child = spawn(command[0], command.slice(1), { stdio: 'inherit', env: { ...process.env, SOAK_MOUNT: namespace ? '1' : '' } });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('error', error => refuse(error.message));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 2 : 0)));
