/** Writes the renders of a matrix. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { fsReason, makeFolder } from '@mcpgw/helm';
import { replaceFile } from '../replace-file.js';

export interface OutputFile {
  readonly path: string;
  readonly data: string | Uint8Array;
}

/** Called when the file is written, or with the reason of a failure. */
export type Written = (error?: string) => void;

export interface FileWriter {
  write(file: OutputFile, written: Written): void;
  /** Resolves when more may be written: waiting files take memory. */
  ready(): Promise<void>;
  /** Resolves when every file is written, or has failed. */
  end(): Promise<void>;
  /** Lets the process end, even if files remain to be written. */
  close(): void;
}

/** Writes files; returns the operating system's reason for each failure. Folders are created once. */
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

/** Whether the thread's file exists; it does not when run from source or in the standalone executable. */
export const haveThreads = (): boolean => existsSync(writerFile);

/** Starts a thread of the build; `more` are options of the thread. */
export function startWorker(file: string, data: object, more: WorkerOptions = {}): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  return new Worker(join(workers, 'start.cjs'), { ...more, workerData: { ...data, file: join(workers, file) } });
}

const filesPerMessage = 16;
const maxMessages = 8;

/** Writes on a separate thread, many files per message: creating a file takes the system about as long as rendering it. */
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
