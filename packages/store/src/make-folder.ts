import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One operation on the file system: `make` one folder, or `look` whether something is a folder. */
interface FolderStep {
  readonly what: 'make' | 'look';
  readonly folder: string;
}

/** The error of a step; undefined if the folder was made, or is one. */
type StepError = NodeJS.ErrnoException | undefined;

const notFolder = (): NodeJS.ErrnoException => Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });

/** The steps that create `folder` and its missing parents. */
function* creating(folder: string): Generator<FolderStep, void, StepError> {
  const error = yield { what: 'make', folder };
  if (error === undefined) return;
  if (error.code === 'ENOENT' && dirname(folder) !== folder) {
    yield* creating(dirname(folder));
    // If the file system only claims that the parent is missing, it does so again.
    const again = yield { what: 'make', folder };
    if (again !== undefined && again.code !== 'EEXIST') throw again;
    return;
  }
  // A file system that is read-only or full may report that for an existing folder.
  const fault = yield { what: 'look', folder };
  if (fault !== undefined) throw error.code === 'EEXIST' ? notFolder() : error;
}

/**
 * Creates `folder` and its missing parents with `mode`, by default for their owner alone. Node's own recursive mkdir never ends if a
 * file system has the parent but reports that it does not, as /proc does.
 *
 * @throws Error of the file system; with the code ENOTDIR if something other than a folder is there
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  const steps = creating(folder);
  for (let step = steps.next(); !step.done; ) {
    const { what, folder: at } = step.value;
    step = steps.next(await errorOf(what === 'make' ? mkdir(at, { mode }) : stat(at).then(checkFolder)));
  }
}

function errorOf(work: Promise<unknown>): Promise<StepError> {
  return work.then(
    () => undefined,
    error => error as NodeJS.ErrnoException,
  );
}

/** `makeFolder` for code that cannot wait. @throws Error of the file system, as `makeFolder` does */
export function makeFolderSync(folder: string, mode = 0o700): void {
  const steps = creating(folder);
  for (let step = steps.next(); !step.done; ) step = steps.next(errorOfSync(step.value, mode));
}

function errorOfSync({ what, folder }: FolderStep, mode: number): StepError {
  try {
    if (what === 'make') mkdirSync(folder, { mode });
    else checkFolder(statSync(folder));
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

function checkFolder(found: { isDirectory(): boolean }): void {
  if (!found.isDirectory()) throw notFolder();
}
