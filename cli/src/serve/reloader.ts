/** Watches the files of the configuration and asks for a reload when one of them is another one. */
import { stat } from 'node:fs/promises';

const everyMs = 1000;

/** What tells whether a file is another one: also when a link to it was exchanged, as Kubernetes does. */
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

/** Runs one reload after the other, on demand and, where `watch` says so, when files change. */
export class Reloader {
  readonly #reload: () => Promise<readonly string[]>;
  #files: readonly string[];
  #known: Promise<string>;
  #timer: NodeJS.Timeout | undefined;
  #queue: Promise<void> = Promise.resolve();

  /** `reload` gives the files that the configuration consists of from then on. It never rejects. */
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
