/** What a running template has: its state, the calls and templates that it is in, and its blocks. */

import { Calls } from './calls.js';
import { FrameStack } from './frames.js';
import type { Loop } from './loop.js';
import type { Maybe, ValueStack } from './stacks.js';
import type { State } from './state.js';

/** A template that runs: its state, and the blocks that it is in. */
export interface Machine {
  readonly state: State;
  readonly stack: ValueStack;
  readonly calls: Calls;
  readonly frames: FrameStack;
  markCount: number;
  readonly marks: number[];
  readonly withs: { dot: Maybe; isElement: boolean }[];
  readonly loops: Loop[];
}

export const machineOf = (state: State): Machine => ({
  state,
  stack: state.stack,
  calls: new Calls(state),
  frames: new FrameStack(state),
  markCount: 0,
  marks: [],
  withs: [],
  loops: [],
});
