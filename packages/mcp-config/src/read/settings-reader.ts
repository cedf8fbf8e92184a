import type { Finding, Path } from '@mcpgw/diagnostics';
import { at, type Env, type Node } from '@mcpgw/structure';
import { parseGoDuration } from '../formats/go-duration.js';
import { dialects, type Resolve } from '../formats/placeholders.js';
import { EntryReader } from './entry-reader.js';

export interface SettingsOptions {
  readonly file: string;
  readonly env: Env;
  readonly resolve?: Resolve;
}

/** Reads the fields of a mapping of the file and expands placeholders. */
export class SettingsReader {
  readonly findings: Finding[] = [];
  readonly #root: Node;
  readonly #options: SettingsOptions;

  constructor(root: Node, options: SettingsOptions) {
    this.#root = root;
    this.#options = options;
  }

  in(...path: Path): EntryReader {
    const node = at(this.#root, ...path) ?? { kind: 'map', entries: [], span: this.#root.span };
    const { env, file, resolve = 'all' } = this.#options;
    const expansion = { dialect: dialects.serve, env, file, resolve };
    return new EntryReader(path.join('.'), node, path, expansion, this.findings);
  }

  milliseconds(reader: EntryReader, key: string): number | undefined {
    const text = reader.text(key);
    return text === undefined ? undefined : parseGoDuration(text);
  }
}
