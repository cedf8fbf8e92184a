/** Entry of the thread that writes what `--matrix` renders: takes lists of files, posts for each list what became of them. */
import { parentPort } from 'node:worker_threads';
import { type OutputFile, outputFiles } from './output-files.js';

const write = outputFiles();
parentPort!.on('message', (files: readonly OutputFile[]) => parentPort!.postMessage(files.map(write)));
