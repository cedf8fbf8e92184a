/** Watches the files of the configuration and requests a reload when one of them changes. */
import { stat } from 'node:fs/promises';

const everyMs = 1000;

/** Identifies a version of a file; it also changes when a link to the file is replaced, as Kubernetes does. */
async function signature(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'absent';
  }
}

async function signatures(files: readonly string[]): Promise<string> {
  return (await Promise.all(files.map(signature))).join('\n');
}

/** Runs reloads one after the other: on demand and, with `watch`, when files change. */
export class Reloader {
  readonly #reload: () => Promise<readonly string[]>;
  #files: readonly string[];
  #known: Promise<string>;
  #timer: NodeJS.Timeout | undefined;
  #queue: Promise<void> = Promise.resolve();

  /** `reload` returns the files of the new configuration. It never rejects. */
  constructor(files: readonly string[], reload: () => Promise<readonly string[]>, watch: boolean) {
    this.#files = files;
    this.#reload = reload;
    this.#known = signatures(files);
    if (watch) this.#look();
  }

  #look(): void {
    this.#timer = setTimeout(async () => {
      if ((await signatures(this.#files)) !== (await this.#known)) await this.now();
      if (this.#timer !== undefined) this.#look();
    }, everyMs).unref();
  }

  /** Reloads, after any reload in progress. */
  now(): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      const before = signatures(this.#files);
      await before;
      const files = await this.#reload();
      this.#known = String(files) === String(this.#files) ? before : signatures(files);
      this.#files = files;
    });
    return this.#queue;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
