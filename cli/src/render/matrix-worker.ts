/** Entry of a worker thread of `--matrix`: renders its share and posts a result for each environment. */
import { parentPort, workerData } from 'node:worker_threads';
import { HelmError } from '@mcpgw/helm';
import { type MatrixJob, renderEnvironments, type WorkerMessage } from './matrix.js';

const post = (message: WorkerMessage): void => parentPort!.postMessage(message);

renderEnvironments((workerData as { readonly job: MatrixJob }).job, post).catch((error: unknown) => {
  if (!(error instanceof HelmError)) throw error;
  post({ refused: error.message });
});
