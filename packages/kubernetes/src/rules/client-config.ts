import { given, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

export const clientConfig: ObjectRule = {
  id: 'client-config',
  severity: 'error',
  on: ['WebhookClientConfig'],
  why: 'A webhook is called by an https URL or through a service.',
  check(node, context) {
    const url = textAt(node, 'url');
    const service = given(node, 'service');
    if (url !== '' && service !== undefined) context.report(['url'], 'url and service may not both be set');
    if (url === '' && service === undefined) context.report([], 'url or service is needed');
    const wrong = url === '' ? undefined : urlProblem(url);
    if (wrong !== undefined) context.report(['url'], `${quoted(url)} is refused: ${wrong}`);
    const path = textAt(service, 'path');
    if (path !== '' && !path.startsWith('/')) context.report(['service', 'path'], `${quoted(path)} must start with "/"`);
  },
};

function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'it is not a URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'it must start with https://';
  if (url.username !== '' || url.password !== '') return 'it may not hold a user';
  if (url.hash !== '' || text.endsWith('#')) return 'it may not hold a fragment';
  return url.search !== '' || text.endsWith('?') ? 'it may not hold a query' : undefined;
}
