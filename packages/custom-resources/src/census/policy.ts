import type { Census } from '@mcpgw/structure';
import { choice, inside, noAccess, part, refused, row, works } from './policy-answers.js';

const name = row(
  ['policy-not-attached', 'policy-not-reached', 'reference-not-found'],
  ['policy-not-attached', 'policy-target-other-namespace'],
  ['policy-not-attached'],
  ['policy-same-target', 'policy-target-other-namespace'],
);
const section = row(
  ['policy-not-attached', 'policy-section-without-effect'],
  ['policy-not-attached', 'policy-section-without-effect'],
  ['policy-not-attached', 'policy-section-without-effect'],
  'The API server refuses a section beside a port, and for parts that hold for a whole Gateway.',
);
const port = row(['policy-not-attached'], ['policy-not-attached'], ['policy-not-attached'], refused);
const kind = row(
  ['policy-not-attached', 'policy-listener-set'],
  ['policy-not-attached', 'policy-listener-set'],
  refused,
  'The API server refuses a kind that a part is not for.',
);

/** `kinds/policy.ts`: what a policy is for. */
export const policyCensus: Census = {
  'the spec of an AgentgatewayPolicy': {
    targetRefs: inside,
    targetSelectors: row(['policy-not-attached'], ['policy-selects-all'], ['policy-not-attached'], refused),
    traffic: inside,
    frontend: inside,
    backend: inside,
    strategy: inside,
  },
  'a target': { group: kind, kind, name, port, sectionName: section },
  'a target selector': {
    group: kind,
    kind,
    matchLabels: row(['policy-not-attached'], ['policy-selects-all'], ['policy-not-attached'], ['policy-not-attached']),
    port,
    sectionName: section,
  },
  'a strategy': {
    inheritance: row(works, 'Override keeps policies of routes from weakening this one, as it says.', works, [
      'policy-kept-out',
      'policy-route-replaces',
    ]),
  },
  'frontend policies': {
    accessLog: part,
    connect: part,
    http: part,
    metrics: part,
    networkAuthorization: inside,
    proxyProtocol: part,
    tcp: part,
    tls: part,
    tracing: part,
  },
  'an entry': { policy: inside },
  'header modifiers': {
    request: row(
      ['header-modifier-conflict', 'header-wrong-side'],
      noAccess,
      ['header-modifier-fails', 'policy-mcp-route'],
      ['header-modifier-conflict', 'backend-auth-conflict'],
    ),
    response: row(
      ['header-modifier-conflict', 'header-wrong-side'],
      noAccess,
      ['header-modifier-fails', 'policy-mcp-route'],
      ['header-modifier-conflict'],
    ),
  },
  'the PROXY protocol': {
    mode: row(['proxy-header-trusted'], ['proxy-header-trusted'], ['proxy-header-trusted'], works),
    version: choice,
  },
};
