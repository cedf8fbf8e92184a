/** The YAML that one run has read, so that it reads each file once in each dialect. */
import type { Parsed, ParseOptions } from './parse.js';
import { parseYaml } from './read.js';

/** Reads YAML as `parseYaml` does. */
export type ReadYaml = (text: string, options: ParseOptions) => Parsed;

/** The total length, in characters, of the texts whose nodes are kept. Nodes take about 20 times as many bytes. Batches of long streams are larger. */
const maxCharacters = 512 * 1024;

/**
 * Creates a memoized reader for one run: the same text of the same file in the same dialect gives the same nodes. It keeps at most 512 Ki
 * characters of text: it drops the oldest texts first and never keeps a longer one. Tests pass `read` to count the calls.
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
