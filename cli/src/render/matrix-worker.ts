/** Entry of a worker thread of `--matrix`: renders its share and posts a result for each environment. */
import { parentPort, workerData } from 'node:worker_threads';
import { HelmError } from '@mcpgw/helm';
import { type MatrixJob, renderEnvironments, type WorkerMessage } from './matrix.js';

const post = (message: WorkerMessage): void => parentPort!.postMessage(message);

try {
  for (const result of renderEnvironments((workerData as { readonly job: MatrixJob }).job)) post(result);
} catch (error) {
  if (!(error instanceof HelmError)) throw error;
  post({ refused: error.message });
}
