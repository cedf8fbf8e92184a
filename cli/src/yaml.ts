import { decodeBytes, encodeString, JsonError, marshalJson, splitManifests, unmarshalYaml, YamlError } from '@mcpgw/helm';
import { InputError } from './input-error.js';
import type { JsonData } from './json.js';

/** A YAML document as Kubernetes reads it (sigs.k8s.io/yaml). @throws YamlError, also for text that is nested too deeply */
export function readYaml(text: string): JsonData {
  try {
    const json = marshalJson(unmarshalYaml(decodeBytes(Buffer.from(text))), { escapeHtml: false });
    return JSON.parse(Buffer.from(encodeString(json)).toString());
  } catch (error) {
    throw error instanceof JsonError ? new YamlError(error.message, { cause: error }) : error;
  }
}

/** The documents of a manifest that are not empty. @throws InputError that names the file and the document */
export function readDocuments(text: string, file: string): JsonData[] {
  return splitManifests(text)
    .map((document, i) => {
      try {
        return readYaml(document);
      } catch (error) {
        if (error instanceof YamlError) throw new InputError(`${file}: document ${i + 1}: ${error.message}`, { cause: error });
        throw error;
      }
    })
    .filter(document => document !== null);
}
