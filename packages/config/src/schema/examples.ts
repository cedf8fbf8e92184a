/** Examples of objects, one a kind at least, as the texts beside the tables write them. */

import { get, text, toPlain } from '../yaml/node.js';
import { parseYaml } from '../yaml/parse.js';

const texts: readonly string[] = [];

function readExamples(): Map<string, unknown[]> {
  const examples = new Map<string, unknown[]>();
  for (const source of texts) {
    for (const document of parseYaml(source, { file: 'examples', dialect: 'go' }).documents) {
      const key = `${text(get(document, 'apiVersion'))} ${text(get(document, 'kind'))}`;
      examples.set(key, [...(examples.get(key) ?? []), toPlain(document)]);
    }
  }
  return examples;
}

let read: Map<string, unknown[]> | undefined;

/** The examples of a kind; none where there is none. */
export function exampleOf(apiVersion: string, kind: string): readonly unknown[] {
  read ??= readExamples();
  return read.get(`${apiVersion} ${kind}`) ?? [];
}
