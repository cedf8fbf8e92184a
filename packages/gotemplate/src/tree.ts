/** A parsed template body. */

import type { Code } from './code.js';
import type { ListNode, Source } from './node.js';

/** A parsed template body. Never changed after parsing, so sets share it. */
export class Tree {
  declare readonly name: string;
  declare readonly source: Source;
  /** Whether nothing but space is in it: such a definition replaces none that exists. */
  declare readonly isBlank: boolean;
  /** The executor's form of the body; made at its first execution, if not before. */
  declare code: Code | null;
  #body: ListNode | (() => ListNode);
  /** A `root` that is a function is called when the nodes are first needed. */
  constructor(name: string, root: ListNode | (() => ListNode), source: Source, isBlank: boolean, code: Code | null = null) {
    this.name = name;
    this.#body = root;
    this.source = source;
    this.isBlank = isBlank;
    this.code = code;
  }

  get root(): ListNode {
    if (typeof this.#body === 'function') this.#body = this.#body();
    return this.#body;
  }

  /** Forgets the nodes; `root` makes them again if they are needed. */
  forgetNodes(root: () => ListNode): void {
    this.#body = root;
  }
}
