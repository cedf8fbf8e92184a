/** Example objects, at least one for each kind, from the texts beside the type tables. */

import { customExamples } from '@mcpgw/custom-resources';
import { clusterExamples, coreExamples, networkingExamples, policyExamples, workloadExamples } from '@mcpgw/kubernetes';
import { get, parseYaml, text, toPlain } from '@mcpgw/structure';

const texts = [coreExamples, workloadExamples, networkingExamples, policyExamples, clusterExamples, customExamples];

function readExamples(): Map<string, object[]> {
  const examples = new Map<string, object[]>();
  for (const source of texts) {
    for (const document of parseYaml(source, { file: 'examples', dialect: 'go' }).documents) {
      const key = `${text(get(document, 'apiVersion'))} ${text(get(document, 'kind'))}`;
      examples.set(key, [...(examples.get(key) ?? []), toPlain(document) as object]);
    }
  }
  return examples;
}

let read: Map<string, object[]> | undefined;

/** The examples of a kind; empty if there are none. */
export function exampleOf(apiVersion: string, kind: string): readonly object[] {
  read ??= readExamples();
  return read.get(`${apiVersion} ${kind}`) ?? [];
}
