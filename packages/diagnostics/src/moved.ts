/** Positions in a part of a text, and in the whole. */
import type { Finding, Span } from './finding.js';

/** Moves a span by a number of characters. */
export const movedSpan = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** Moves the positions of a finding by a number of characters. */
export function movedFinding(finding: Finding, by: number): Finding {
  if (by === 0) return finding;
  const { span, fix } = finding;
  return {
    ...finding,
    ...(span !== undefined && { span: movedSpan(span, by) }),
    ...(fix !== undefined && { fix: fix.map(edit => ({ ...edit, span: movedSpan(edit.span, by) })) }),
  };
}
