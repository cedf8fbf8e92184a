import { given, isAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const apiService: ObjectRule = {
  id: 'api-service',
  severity: 'error',
  on: ['APIService'],
  why: 'The name of an API service is its version, a dot and its group; without a service there is nothing to verify.',
  check(node, context) {
    const spec = given(node, 'spec');
    const name = textAt(given(node, 'metadata'), 'name');
    const wanted = `${textAt(spec, 'version')}.${textAt(spec, 'group')}`;
    if (name !== '' && spec !== undefined && name !== wanted)
      context.report(['metadata', 'name'], `the name must be "${wanted}", found "${name}"`);
    const remote = given(spec, 'service') !== undefined;
    if (isAt(spec, 'insecureSkipTLSVerify', true) && textAt(spec, 'caBundle') !== '')
      context.report(['spec', 'insecureSkipTLSVerify'], 'insecureSkipTLSVerify may not be true beside caBundle');
    if (!remote && isAt(spec, 'insecureSkipTLSVerify', true))
      context.report(['spec', 'insecureSkipTLSVerify'], 'insecureSkipTLSVerify goes with a service only');
    if (!remote && textAt(spec, 'caBundle') !== '') context.report(['spec', 'caBundle'], 'caBundle goes with a service only');
  },
};
