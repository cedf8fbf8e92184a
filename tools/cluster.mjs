/**
 * A Kubernetes cluster of one real node (test/e2e/node), until Ctrl-C. Run by `make cluster`, which installs what it needs.
 *
 * Prints `export KUBECONFIG=...` when it is ready. Exit code 2: something is missing on this machine, which the message names.
 */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
const PATH = [join(root, '.cache/bin'), process.env.PATH].join(delimiter);
const child = spawn(process.execPath, ['--import', loader, join(root, 'test/e2e/node/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, PATH },
});
// Ctrl-C reaches both; this process waits for the other, which cleans up.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', code => {
  process.exitCode = code ?? 1;
});
