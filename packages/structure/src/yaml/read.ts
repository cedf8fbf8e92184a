/** The single entry point for reading YAML and JSON into nodes: the fast path if the text has the common form, else the complete parser. */
import { readBlockYaml } from './block.js';
import { isJsonFile, withoutComments } from './json-text.js';
import { maxDepths, type Parsed, type ParseOptions, parseComplete } from './parse.js';

/**
 * Reads YAML 1.2, which includes JSON, into nodes with positions. Aliases become the nodes that they refer to. Duplicate keys are kept
 * for the caller to check. `<<` merges mappings in the dialect `go` and is a normal key in the others. In a file with a JSON name, the
 * dialect `core` reads comments as spaces. Invalid text gives findings and no documents. It never throws.
 *
 * Both paths return the same nodes (`read.test.ts`), so callers never choose between them.
 */
export function parseYaml(text: string, options: ParseOptions): Parsed {
  const { file, dialect, maxDepth = maxDepths[dialect] } = options;
  const source = dialect === 'core' && isJsonFile(file, text) ? withoutComments(text) : text;
  const documents = readBlockYaml(source, dialect, maxDepth);
  return documents === undefined ? parseComplete(text, options) : { documents, findings: [] };
}
