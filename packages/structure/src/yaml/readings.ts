/** What one run has read as YAML, so that it reads a file once in each dialect. */
import type { Parsed, ParseOptions } from './parse.js';
import { parseYaml } from './read.js';

/** Reads YAML as `parseYaml` does. */
export type ReadYaml = (text: string, options: ParseOptions) => Parsed;

/** Characters of the texts whose readings are kept; nodes take some 20 times as many bytes. Batches of long streams are larger. */
const maxCharacters = 512 * 1024;

/**
 * A reader for one run: the same text of the same file gives the same nodes in the same dialect. Readings of more than 512 Ki
 * characters in all are not kept: the oldest go first, and a longer text is read again. `read` is what reads; tests count its calls.
 */
export function yamlReadings(read: ReadYaml = parseYaml): ReadYaml {
  const kept = new Map<string, Map<string, Parsed>>();
  let characters = 0;
  return (text, options) => {
    if (text.length > maxCharacters) return read(text, options);
    const key = `${options.dialect} ${options.maxDepth ?? ''} ${options.file}`;
    const readings = kept.get(text) ?? new Map<string, Parsed>();
    const known = readings.get(key);
    if (known !== undefined) return known;
    const parsed = read(text, options);
    readings.set(key, parsed);
    if (kept.has(text)) return parsed;
    kept.set(text, readings);
    characters += text.length;
    for (const oldest of kept.keys()) {
      if (characters <= maxCharacters) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return parsed;
  };
}
