import { given, textAt } from '@mcpgw/structure';
import { descendingPath } from '../formats/paths.js';
import type { ObjectRule } from '../objects/rule.js';

export const profileType: ObjectRule = {
  id: 'profile-type',
  severity: 'error',
  on: ['SeccompProfile', 'AppArmorProfile'],
  why: 'A profile of the node has a name, the others have none.',
  check(node, context) {
    const profile = given(node, 'localhostProfile');
    const type = textAt(node, 'type');
    if (type === 'Localhost' && profile === undefined)
      context.report(['localhostProfile'], '"localhostProfile" is missing: the type Localhost needs it');
    if (type !== 'Localhost' && profile !== undefined)
      context.report(['localhostProfile'], 'localhostProfile goes with the type Localhost only');
    const wrong = profile === undefined ? undefined : descendingPath(textAt(node, 'localhostProfile'));
    if (wrong !== undefined) context.report(['localhostProfile'], `the profile must lie below the folder of profiles: ${wrong}`);
  },
};
