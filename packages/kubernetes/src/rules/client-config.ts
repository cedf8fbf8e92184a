import { quoted } from '../formats/leaf.js';
import { child, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const clientConfig: ObjectRule = {
  id: 'client-config',
  on: ['WebhookClientConfig'],
  why: 'a webhook is called by an https URL or through a service',
  check(node, context) {
    const url = str(node, 'url');
    const service = child(node, 'service');
    if (url !== '' && service !== undefined) context.report(['url'], 'url and service may not both be set');
    if (url === '' && service === undefined) context.report([], 'url or service is needed');
    const wrong = url === '' ? undefined : urlProblem(url);
    if (wrong !== undefined) context.report(['url'], `${quoted(url)} is refused: ${wrong}`);
    const path = str(service, 'path');
    if (path !== '' && !path.startsWith('/')) context.report(['service', 'path'], `${quoted(path)} must start with "/"`);
  },
};

function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'it is no URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'it must start with https://';
  if (url.username !== '' || url.password !== '') return 'it may not hold a user';
  if (url.hash !== '' || text.endsWith('#')) return 'it may not hold a fragment';
  return url.search !== '' || text.endsWith('?') ? 'it may not hold a query' : undefined;
}
