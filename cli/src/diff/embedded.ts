import { YamlError } from '@mcpgw/helm';
import { isList, isMap, type JsonData } from '../json.js';
import { readYaml } from '../yaml.js';
import type { FieldPath } from './path.js';

const fileName = /\.(ya?ml|json)$/i;

/** The content of a text under a key such as `config.yaml`; undefined for any other text, and for content that is not a map or list. */
export function readEmbedded(text: string, path: FieldPath): JsonData | undefined {
  const name = path.at(-1);
  if (typeof name !== 'string' || !fileName.test(name)) return undefined;
  try {
    const content = readYaml(text);
    return isMap(content) || isList(content) ? content : undefined;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
