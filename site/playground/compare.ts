/** Compares two renders as `mcpgw diff` does, by the same functions. */
import { encodeString } from '@mcpgw/helm';
import { readObjects } from '../../cli/src/diff/objects.js';
import { compareSides, type Side } from '../../cli/src/diff/report.js';
import { formatText } from '../../cli/src/diff/text.js';
import type { CompareAnswer, Target } from './protocol.js';
import { isRefusal, refusalText, renderedText } from './render.js';

export function compare(from: Target, to: Target): CompareAnswer {
  try {
    return { text: formatText(compareSides(sideOf(from, 'A'), sideOf(to, 'B'))) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { text: '', problem: refusalText(error) };
  }
}

const sideOf = (target: Target, label: string): Side => ({
  label,
  objects: readObjects(Buffer.from(encodeString(renderedText(target).text)).toString(), `values ${label}`, target.flags.namespace),
});
