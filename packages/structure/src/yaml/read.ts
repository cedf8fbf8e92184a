/** The one reader of YAML and JSON as nodes with places: the fast path where the text is of the common form, else the complete parser. */
import { readBlockYaml } from './block.js';
import { isJsonFile } from './json-text.js';
import { maxDepths, type Parsed, type ParseOptions, parseComplete } from './parse.js';

/**
 * Reads YAML 1.2 (and so JSON) into nodes with places. Aliases become the node they stand for; duplicate keys are kept for the
 * caller to judge; `<<` merges mappings for `go` and is a key like any other elsewhere; in a file that is named as JSON, comments are
 * blanks for `core`. Broken text gives findings and no documents. Never throws.
 *
 * The fast path gives what the complete parser gives (`read.test.ts`), so the caller never chooses between them.
 */
export function parseYaml(text: string, options: ParseOptions): Parsed {
  const { file, dialect, maxDepth = maxDepths[dialect] } = options;
  const documents = dialect === 'core' && isJsonFile(file, text) ? undefined : readBlockYaml(text, dialect, maxDepth);
  return documents === undefined ? parseComplete(text, options) : { documents, findings: [] };
}
