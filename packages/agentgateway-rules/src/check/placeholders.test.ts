/** A variable may stand for any value: none of the correct configurations becomes an error where one replaces a value. */
import { type Node, parseYaml } from '@mcpgw/structure';
import { staticRules } from '../rules/index.js';
import { checkStatic } from './check-static.js';

const errorsOf = (text: string): string[] =>
  checkStatic(text, { file: 'a.yaml', version: '1.4.1' }).findings.flatMap(({ severity, rule, message }) =>
    severity === 'error' ? `${rule}: ${message}` : [],
  );

/** The texts with one value replaced by a variable. */
function replaced(text: string): string[] {
  const { documents } = parseYaml(text, { file: 'a.yaml', dialect: 'serde' });
  const visit = (node: Node): string[] => {
    if (node.kind === 'map') return node.entries.flatMap(({ value }) => visit(value));
    if (node.kind === 'list') return node.items.flatMap(visit);
    const { start, end } = node.span;
    return node.value === null || start === end ? [] : [`${text.slice(0, start)}"\${ANY_VALUE}"${text.slice(end)}`];
  };
  return documents.flatMap(visit);
}

const examples = staticRules.flatMap(({ id, docs }) => (docs === undefined ? [] : [[id, docs.correct] as const]));

it.each(examples)('the correct example of %s', (_id, correct) => {
  const before = errorsOf(correct);
  const wrong = replaced(correct).filter(text => errorsOf(text).some(error => !before.includes(error)));
  expect(wrong.map(text => [text, errorsOf(text)])).toEqual([]);
});
