/** Entry of a worker thread of `--matrix`: renders its share and posts a result for each environment. */
import { parentPort, workerData } from 'node:worker_threads';
import { type MatrixJob, renderEnvironments } from './matrix.js';

renderEnvironments(workerData as MatrixJob, result => parentPort!.postMessage(result));
