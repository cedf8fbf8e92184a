import { get, type Node } from '@mcpgw/structure';
import { listed, type Placed, policiesNamed } from './views.js';

/** Every accepted token issuer: of `jwtAuth`, of its providers, and of `mcpAuthentication`. */
export function jwtIssuers(root: Node): Placed[] {
  const single = policiesNamed(root, 'jwtAuth').flatMap(({ node, path }) =>
    get(node, 'providers') === undefined ? [{ node, path }] : listed(get(node, 'providers'), [...path, 'providers']),
  );
  return [...single, ...policiesNamed(root, 'mcpAuthentication').map(({ node, path }) => ({ node, path }))];
}
