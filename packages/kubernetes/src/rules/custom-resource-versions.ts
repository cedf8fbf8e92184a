import { given, isAt, itemsAt, type MapNode, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const customResourceVersions: ObjectRule = {
  id: 'custom-resource-versions',
  severity: 'error',
  on: ['CustomResourceDefinitionSpec'],
  why: 'A definition stores one version, and each version has a schema.',
  check(node, context) {
    const versions = itemsAt(node, 'versions');
    const stored = versions.filter(version => isAt(version, 'storage', true)).length;
    if (versions.length > 0 && stored !== 1) context.report(['versions'], `exactly one version must have storage: true, found ${stored}`);
    duplicates(
      versions,
      version => textAt(version, 'name'),
      (index, name) => context.report(['versions', index, 'name'], `another version is called "${name}"`),
    );
    for (const [index, version] of versions.entries()) {
      if (given(given(version, 'schema'), 'openAPIV3Schema') === undefined)
        context.report(['versions', index, 'schema'], '"schema.openAPIV3Schema" is missing: every version needs one');
      if (textAt(version, 'deprecationWarning') !== '' && !isAt(version, 'deprecated', true))
        context.report(['versions', index, 'deprecationWarning'], 'deprecationWarning needs deprecated: true');
    }
    checkConversion(node, context);
  },
};

function checkConversion(node: MapNode, context: ObjectContext): void {
  if (isAt(node, 'preserveUnknownFields', true))
    context.report(
      ['preserveUnknownFields'],
      'preserveUnknownFields must be false',
      'set x-kubernetes-preserve-unknown-fields in the schema',
    );
  const conversion = given(node, 'conversion');
  const webhook = given(conversion, 'webhook');
  if (isAt(conversion, 'strategy', 'Webhook') && webhook === undefined)
    context.report(['conversion', 'webhook'], '"webhook" is missing: the strategy Webhook needs it');
  if (isAt(conversion, 'strategy', 'None') && webhook !== undefined)
    context.report(['conversion', 'webhook'], 'webhook does not go with the strategy None');
  if (webhook === undefined) return;
  if (given(webhook, 'clientConfig') === undefined) context.report(['conversion', 'webhook', 'clientConfig'], '"clientConfig" is missing');
  if (itemsAt(webhook, 'conversionReviewVersions').length === 0)
    context.report(['conversion', 'webhook', 'conversionReviewVersions'], '"conversionReviewVersions" is missing');
}
