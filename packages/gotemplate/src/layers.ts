/** A name space that copies in constant time: what is written after a copy goes to a layer of its own. */
interface Layer<T> {
  readonly entries: Map<string, T>;
  readonly parent: Layer<T> | null;
  readonly height: number;
  shared: boolean;
}

/** Lookups walk the layers; more than this many become one. */
const maxHeight = 8;

function flatten<T>(layer: Layer<T>): Layer<T> {
  const layers: Layer<T>[] = [];
  for (let l: Layer<T> | null = layer; l !== null; l = l.parent) layers.unshift(l);
  const entries = new Map<string, T>();
  for (const l of layers) for (const [name, value] of l.entries) entries.set(name, value);
  return { entries, parent: null, height: 1, shared: false };
}

export class Layers<T> {
  #top: Layer<T>;

  constructor(top: Layer<T> = { entries: new Map(), parent: null, height: 1, shared: false }) {
    this.#top = top;
  }

  /** The names of a map, which stays as it is. */
  static of<T>(entries: Map<string, T>): Layers<T> {
    return new Layers({ entries, parent: null, height: 1, shared: true });
  }

  get(name: string): T | undefined {
    for (let layer: Layer<T> | null = this.#top; layer !== null; layer = layer.parent) {
      const value = layer.entries.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(name: string, value: T): void {
    if (this.#top.shared) {
      const parent = this.#top.height < maxHeight ? this.#top : flatten(this.#top);
      this.#top = { entries: new Map(), parent, height: parent.height + 1, shared: false };
    }
    this.#top.entries.set(name, value);
  }

  /** Neither sees what the other is given from now on. */
  clone(): Layers<T> {
    this.#top.shared = true;
    return new Layers(this.#top);
  }
}
