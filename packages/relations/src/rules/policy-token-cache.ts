import { type Rule, text } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

/** A duration as Go's time.ParseDuration reads it. */
const goDuration = /^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$/;
const most = 2 ** 32 - 1;

const cache = (fields: string): string =>
  policyFor('Service', 'api', `backend: {auth: {oauthTokenExchange: {backendRef: {name: id, port: 80}, cache: {inMemory: {${fields}}}}}}`);

export const policyTokenCache: Rule = {
  id: 'policy-token-cache',
  severity: 'error',
  kinds: ['manifest'],
  since: '1.4.0',
  why: 'The API server stores the value, and the controller cannot read an object that has it.',
  docs: {
    checks: 'The cache of a token exchange has a duration as Go writes it, such as 5m, and a number of entries from 0 to 4294967295.',
    seen: 'The controller of v1.4.1 cannot read an object with the duration "5 minutes": `time: unknown unit " minutes"`.',
    basedOn: 'The types of the controller of v1.4.1: a number of entries has no sign.',
    fix: 'Write a duration such as "300s", and a number of entries.',
    wrong: cache('defaultTtl: 5 minutes'),
    correct: cache('defaultTtl: 5m'),
  },
  check({ root, report }) {
    for (const { node, path } of fieldsNamed(root, 'defaultTtl', 'inMemory'))
      if (text(node) !== undefined && !goDuration.test(text(node)!))
        report({
          at: node,
          path,
          message: `"${text(node)}" is not a duration: the controller cannot read the object`,
          suggestion: 'write "300s"',
        });
    for (const { node, path } of fieldsNamed(root, 'maxEntries', 'inMemory'))
      if (node.kind === 'scalar' && typeof node.value === 'number' && (node.value < 0 || node.value > most))
        report({
          at: node,
          path,
          message: `${node.value} is not a number of entries: the controller cannot read the object`,
          suggestion: 'write a number from 0 to 4294967295',
        });
  },
};
