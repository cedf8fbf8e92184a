import { given } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const ingressBackend: ObjectRule = {
  id: 'ingress-backend',
  severity: 'error',
  on: ['IngressBackend'],
  why: 'A backend is a service with one port, or a resource.',
  check(node, context) {
    const service = given(node, 'service');
    const resource = given(node, 'resource');
    if (service !== undefined && resource !== undefined) context.report(['resource'], 'a backend may not have both service and resource');
    else if (service === undefined && resource === undefined) context.report([], 'a backend needs service or resource');
    else if (service !== undefined && resource === undefined) {
      const port = given(service, 'port');
      const named = isSet(port, 'name');
      const numbered = isSet(port, 'number');
      if (named && numbered) context.report(['service', 'port'], 'a port has a name or a number, not both');
      else if (!named && !numbered) context.report(['service', 'port'], 'the port needs a name or a number');
    }
  },
};

function isSet(node: Parameters<typeof given>[0], key: string): boolean {
  const value = given(node, key);
  return value !== undefined && !(value.kind === 'scalar' && (value.value === '' || value.value === 0));
}
