import { given, itemsAt, type Node, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const webhook: ObjectRule = {
  id: 'webhook',
  severity: 'error',
  on: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  why: 'Each webhook has a name of three parts that occurs once, and one address.',
  check(node, context) {
    const webhooks = itemsAt(node, 'webhooks');
    duplicates(
      webhooks,
      item => textAt(item, 'name'),
      (index, name) => context.report(['webhooks', index, 'name'], `another webhook is called "${name}"`),
    );
    for (const [index, item] of webhooks.entries()) {
      const name = textAt(item, 'name');
      if (name !== '' && name.split('.').length < 3)
        context.report(['webhooks', index, 'name'], `${quoted(name)} must have at least three parts`, 'such as check.example.com');
      checkVersions(item, index, context);
    }
  },
};

function checkVersions(item: Node, index: number, context: ObjectContext): void {
  const versions = itemsAt(item, 'admissionReviewVersions');
  const known = versions.some(version => version.kind === 'scalar' && (version.value === 'v1' || version.value === 'v1beta1'));
  if (versions.length > 0 && !known)
    context.report(['webhooks', index, 'admissionReviewVersions'], 'one of the versions must be v1 or v1beta1');
  if (given(item, 'rules') === undefined) return;
  for (const [at, rule] of itemsAt(item, 'rules').entries()) checkWildcards(rule, ['webhooks', index, 'rules', at], context);
}

function checkWildcards(rule: Node, path: readonly (string | number)[], context: ObjectContext): void {
  for (const key of ['operations', 'apiGroups', 'apiVersions']) {
    const values = itemsAt(rule, key);
    if (values.length > 1 && values.some(value => value.kind === 'scalar' && value.value === '*'))
      context.report([...path, key], `"*" stands for everything: no other value may stand in ${key}`);
  }
}
