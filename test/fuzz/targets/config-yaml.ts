/** YAML and JSON of configuration, in the dialects of their readers: places lie in the text, and the fast reader gives what the complete one gives. */
import { type Node, parseYaml, toPlain } from '@mcpgw/structure';
import { readBlockYaml } from '../../../packages/structure/src/yaml/block.js';
import { scanJson } from '../../../packages/structure/src/yaml/json-text.js';
import { parseComplete } from '../../../packages/structure/src/yaml/parse.js';
import type { YamlDialect } from '../../../packages/structure/src/yaml/scalar.js';
import { shownValue } from '../../helpers/yaml-texts.js';
import { jsonSeeds, yamlSeeds, yamlTokens } from '../seeds.js';
import { holds, outcome, same, type Target } from '../target.js';

const dialects: readonly YamlDialect[] = ['go', 'core', 'serde'];

function checkPlaces(root: Node, end: number): void {
  const seen = new Set<Node>();
  const left = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    holds(node.span.start >= 0 && node.span.start <= node.span.end && node.span.end <= end + 1, 'a node lies outside of its text');
    if (node.kind === 'list') left.push(...node.items);
    if (node.kind === 'map') left.push(...node.entries.map(({ value }) => value));
  }
}

export const target: Target = {
  seeds: [...yamlSeeds, ...jsonSeeds],
  tokens: [...yamlTokens, '//', '/*', '*/'],
  run(input) {
    const text = input.toString('utf8');
    for (const dialect of dialects) {
      const whole = parseComplete(text, { file: 'f.yaml', dialect, maxDepth: 100 });
      for (const document of whole.documents) checkPlaces(document, text.length);
      for (const { span } of whole.findings)
        holds(
          span === undefined || (span.start >= 0 && span.start <= span.end && span.end <= text.length + 1),
          'a finding lies outside of its text',
        );
      const fast = readBlockYaml(text, dialect, 100);
      if (fast === undefined) continue;
      holds(whole.findings.length === 0, 'the fast reader of YAML takes what the complete one refuses', whole.findings[0]?.message);
      same(shownValue(fast), shownValue(whole.documents), 'the fast reader of YAML and the complete one differ');
    }
    const { fault, comments, lastCommas } = scanJson(text.replace(/^\ufeff/, ''));
    if (comments.length > 0 || lastCommas.length > 0) return;
    const byEngine = outcome([SyntaxError], () => JSON.parse(text.replace(/^\ufeff/, '')) as unknown);
    holds((fault === undefined) === 'value' in byEngine, 'JSON.parse and the scanner of JSON differ in what JSON is', text.slice(0, 200));
    if ('error' in byEngine) return;
    const [document] = parseYaml(text.replace(/^\ufeff/, ''), { file: 'f.json', dialect: 'core', maxDepth: 100 }).documents;
    if (document !== undefined) outcome([], () => toPlain(document));
  },
};
