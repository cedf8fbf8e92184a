import { child, is, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const apiService: ObjectRule = {
  id: 'api-service',
  on: ['APIService'],
  why: 'the name of an API service is its version, a dot and its group; without a service there is nothing to verify',
  check(node, context) {
    const spec = child(node, 'spec');
    const name = str(child(node, 'metadata'), 'name');
    const wanted = `${str(spec, 'version')}.${str(spec, 'group')}`;
    if (name !== '' && spec !== undefined && name !== wanted)
      context.report(['metadata', 'name'], `the name must be "${wanted}", found "${name}"`);
    const remote = child(spec, 'service') !== undefined;
    if (is(spec, 'insecureSkipTLSVerify', true) && str(spec, 'caBundle') !== '')
      context.report(['spec', 'insecureSkipTLSVerify'], 'insecureSkipTLSVerify may not be true beside caBundle');
    if (!remote && is(spec, 'insecureSkipTLSVerify', true))
      context.report(['spec', 'insecureSkipTLSVerify'], 'insecureSkipTLSVerify goes with a service only');
    if (!remote && str(spec, 'caBundle') !== '') context.report(['spec', 'caBundle'], 'caBundle goes with a service only');
  },
};
