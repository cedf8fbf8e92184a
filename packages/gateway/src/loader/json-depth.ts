/** How deep JSON is nested, decided on its bytes as they arrive: what is too deep must not reach code that recurses. */

/** Levels of arrays and objects that a message of a server may have. */
export const maxReplyDepth = 2000;

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125];

export class JsonDepth {
  #depth = 0;
  #inText = false;
  #escaped = false;

  /** Whether the JSON was nested more than `max` levels so far. Bytes that are no JSON do no harm. */
  exceeds(chunk: Uint8Array, max: number = maxReplyDepth): boolean {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inText = false;
      } else if (byte === quote) this.#inText = true;
      else if (byte === openList || byte === openObject) {
        if (++this.#depth > max) return true;
      } else if (byte === closeList || byte === closeObject) this.#depth--;
    }
    return false;
  }

  /** The next byte begins another text. */
  restart(): void {
    this.#depth = 0;
    this.#inText = false;
    this.#escaped = false;
  }
}
