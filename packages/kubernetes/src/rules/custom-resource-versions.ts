import type { MapNode } from '@mcpgw/structure';
import { child, is, list, str } from '../objects/access.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const customResourceVersions: ObjectRule = {
  id: 'custom-resource-versions',
  on: ['CustomResourceDefinitionSpec'],
  why: 'a definition stores one version, and each version has a schema',
  check(node, context) {
    const versions = list(node, 'versions');
    const stored = versions.filter(version => is(version, 'storage', true)).length;
    if (versions.length > 0 && stored !== 1) context.report(['versions'], `exactly one version must have storage: true, found ${stored}`);
    duplicates(
      versions,
      version => str(version, 'name'),
      (index, name) => context.report(['versions', index, 'name'], `another version is called "${name}"`),
    );
    for (const [index, version] of versions.entries()) {
      if (child(child(version, 'schema'), 'openAPIV3Schema') === undefined)
        context.report(['versions', index, 'schema'], '"schema.openAPIV3Schema" is missing: every version needs one');
      if (str(version, 'deprecationWarning') !== '' && !is(version, 'deprecated', true))
        context.report(['versions', index, 'deprecationWarning'], 'deprecationWarning needs deprecated: true');
    }
    checkConversion(node, context);
  },
};

function checkConversion(node: MapNode, context: RuleContext): void {
  if (is(node, 'preserveUnknownFields', true))
    context.report(
      ['preserveUnknownFields'],
      'preserveUnknownFields must be false',
      'set x-kubernetes-preserve-unknown-fields in the schema',
    );
  const conversion = child(node, 'conversion');
  const webhook = child(conversion, 'webhook');
  if (is(conversion, 'strategy', 'Webhook') && webhook === undefined)
    context.report(['conversion', 'webhook'], '"webhook" is missing: the strategy Webhook needs it');
  if (is(conversion, 'strategy', 'None') && webhook !== undefined)
    context.report(['conversion', 'webhook'], 'webhook does not go with the strategy None');
  if (webhook === undefined) return;
  if (child(webhook, 'clientConfig') === undefined) context.report(['conversion', 'webhook', 'clientConfig'], '"clientConfig" is missing');
  if (list(webhook, 'conversionReviewVersions').length === 0)
    context.report(['conversion', 'webhook', 'conversionReviewVersions'], '"conversionReviewVersions" is missing');
}
