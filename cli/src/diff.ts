import { createTwoFilesPatch } from 'diff';

/** Longest edit script that is searched for: the time is quadratic in its length. */
const maxEditLength = 5000;

/** A unified diff of two texts, with three lines of context; if they differ too much for one, the first line that differs. */
export function unifiedDiff(oldName: string, newName: string, oldText: string, newText: string): string {
  const patch = createTwoFilesPatch(oldName, newName, oldText, newText, undefined, undefined, { context: 3, maxEditLength });
  if (patch !== undefined) return (patch as string).replace(/^=+\n/, '');
  const [oldLines, newLines] = [oldText.split('\n'), newText.split('\n')];
  const line = oldLines.findIndex((text, i) => text !== newLines[i]);
  return `--- ${oldName}\n+++ ${newName}\nthey differ in more than ${maxEditLength} lines, first in line ${line + 1}:\n-${oldLines[line] ?? ''}\n+${newLines[line] ?? ''}\n`;
}
