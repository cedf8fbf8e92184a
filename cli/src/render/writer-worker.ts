/** Entry of the thread that writes the renders of `--matrix`: receives lists of files, and posts the result of each list. */
import { parentPort } from 'node:worker_threads';
import { type OutputFile, outputFiles } from './output-files.js';

const write = outputFiles();
parentPort!.on('message', (files: readonly OutputFile[]) => parentPort!.postMessage(files.map(write)));
