/** Durations of the Gateway API, which agentgateway.dev uses too. */
import { type Node, text } from '@mcpgw/structure';

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** The milliseconds of a duration of the Gateway API; undefined for other texts. */
export function milliseconds(node: Node | undefined): number | undefined {
  const value = text(node);
  if (value === undefined || !/^(?:\d{1,5}(?:h|m|s|ms)){1,4}$/.test(value)) return undefined;
  return [...value.matchAll(/(\d+)(ms|h|m|s)/g)].reduce((sum, [, digits, unit]) => sum + Number(digits) * units[unit!]!, 0);
}
