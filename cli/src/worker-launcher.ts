/** `dist/workers/start.cjs`: starts a worker's file as the launcher starts a command's. */
import { workerData } from 'node:worker_threads';
import { loadFile } from './load-file.js';

loadFile((workerData as { readonly file: string }).file);
