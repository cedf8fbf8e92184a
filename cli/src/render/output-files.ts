/** Where the renders of a matrix go. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fsReason, makeFolder } from '@mcpgw/helm';
import { replaceFile } from '../replace-file.js';

export interface OutputFile {
  readonly path: string;
  readonly data: string | Uint8Array;
}

/** Told once the file is there, or why it is not. */
export type Written = (error?: string) => void;

export interface FileWriter {
  write(file: OutputFile, written: Written): void;
  /** Resolves when more may be written: what waits takes memory. */
  ready(): Promise<void>;
  /** Resolves when every file is written, or could not be. */
  end(): Promise<void>;
  /** Lets the process end, whatever is still to be written. */
  close(): void;
}

/** Writes files; gives for each the operating system's reason where it could not. Folders are made once. */
export function outputFiles(): (file: OutputFile) => string | undefined {
  const folders = new Set<string>();
  return ({ path, data }) => {
    try {
      const folder = dirname(path);
      if (!folders.has(folder)) makeFolder(folder);
      folders.add(folder);
      replaceFile(path, data);
      return undefined;
    } catch (error) {
      return `cannot write ${path}: ${fsReason(error)}`;
    }
  };
}

/** Writes each file before the next is rendered. */
export function writerHere(): FileWriter {
  const write = outputFiles();
  return { write: (file, written) => written(write(file)), ready: async () => {}, end: async () => {}, close() {} };
}

const workers = join(__dirname, '..', 'workers');
const writerFile = join(workers, 'writer.cjs');

/** Whether there is what a thread runs: run from source, and in the standalone executable, there is not. */
export const haveThreads = (): boolean => existsSync(writerFile);

export const startWorker = (file: string, data: object): Worker =>
  new Worker(join(workers, 'start.cjs'), { workerData: { ...data, file: join(workers, file) } });

const filesPerMessage = 16;
const maxMessages = 8;

/** Writes on a thread of its own, many files a message: the system takes about as long to make a file as the engine to render it. */
export function writerOnThread(): FileWriter {
  const worker = startWorker('writer.cjs', {});
  const sent: Written[][] = [];
  let files: OutputFile[] = [];
  let waiting: Written[] = [];
  let heard = (): void => {};
  let failure: Error | undefined;
  worker.on('message', (errors: readonly (string | undefined)[]) => {
    const told = sent.shift()!;
    for (const [i, error] of errors.entries()) told[i]!(error);
    heard();
  });
  worker.once('error', error => {
    failure = error;
    heard();
  });
  const send = (): void => {
    if (files.length === 0) return;
    worker.postMessage(files);
    sent.push(waiting);
    files = [];
    waiting = [];
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (failure === undefined && !isTrue()) await new Promise<void>(resolve => (heard = resolve));
    if (failure !== undefined) throw failure;
  };
  return {
    write(file, written) {
      files.push(file);
      waiting.push(written);
      if (files.length === filesPerMessage) send();
    },
    ready: () => until(() => sent.length < maxMessages),
    async end() {
      send();
      await until(() => sent.length === 0);
    },
    close: () => worker.unref(),
  };
}
