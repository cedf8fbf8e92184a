import { type Node, textOrEmpty } from '@mcpgw/structure';

/** The number of a percentage such as `25%`; undefined for anything else. */
export function percentOf(node: Node | undefined): number | undefined {
  const match = /^(\d{1,9})%$/.exec(textOrEmpty(node));
  return match === null ? undefined : Number(match[1]);
}

/** Whether a number or percentage is present and zero. */
export function isZeroAmount(node: Node | undefined): boolean {
  return percentOf(node) === 0 || (node?.kind === 'scalar' && node.value === 0);
}
