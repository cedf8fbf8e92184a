/** The list of what needs a person. */
import { gatewayItems } from './gateway-items.js';
import { type AttentionItem, inOrder } from './item.js';
import { serverItems } from './server-items.js';
import type { AttentionState } from './state.js';

/** What needs a person in this state; `now` in milliseconds since 1970. Errors come first. */
export function attentionItems(state: AttentionState, now: number): readonly AttentionItem[] {
  const { servers, approveCommand } = state;
  return inOrder([...gatewayItems(state, now), ...servers.flatMap(server => serverItems(server, approveCommand?.(server.name)))]);
}
