/** Starts the worker, and asks it for the first render, while the browser still loads the page. */

import { examples } from 'playground:examples';
import { Engine } from './client.js';
import type { RenderAnswer } from './protocol.js';
import { type Shared, unpack } from './share.js';
import { targetOf } from './targets.js';

export const engine = new Engine();

/** The state of a page without a link. */
export const firstState: Shared = { a: examples[0]!.values, helm: '4', proxy: '', release: 'mcp', namespace: 'mcp' };

export interface Start {
  readonly shared: Shared;
  readonly render: Promise<RenderAnswer>;
}

async function begin(): Promise<Start> {
  const shared = (await unpack(window.location.hash)) ?? firstState;
  const render = engine.ask({ type: 'render', target: targetOf(shared, shared.a, undefined) });
  // The page shows a failure when it is there.
  render.catch(() => {});
  return { shared, render };
}

/** The state of the link, or the first one, and its render. */
export const start = begin();
