import { walk } from '@mcpgw/agentgateway/internal';
import { at, get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The part of an address that names one issuer among several of a host: a realm, an authorization server, a tenant, a user pool. */
const issuerIn = (url: URL): string | undefined =>
  /\/(?:realms|oauth2|tenants)\/([^/]+)/.exec(url.pathname)?.[1] ??
  /^\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[a-z]{2}-[a-z]+-\d_\w+)(?:\/|$)/i.exec(url.pathname)?.[1];

/** Words of Okta and Azure that follow `oauth2` in addresses of the default server. */
const general = /^(?:v\d|v\d\.\d|default|common|organizations|consumers|discovery|certs|keys)$/;

const urlOf = (value: string | undefined): URL | undefined =>
  value !== undefined && URL.canParse(value) && !value.includes('$') ? new URL(value) : undefined;

const jwt = (issuer: string): string =>
  onRoute(
    `jwtAuth: {mode: strict, issuer: "https://login.example.com/realms/${issuer}", audiences: [gateway], jwks: {url: "https://login.example.com/realms/agents/protocol/openid-connect/certs"}}`,
  );

export const jwksOtherIssuer: Rule = {
  id: 'jwks-other-issuer',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Each issuer signs with its own keys: the signature of every token is refused if the keys are those of another one.',
  docs: {
    checks:
      'The address of the keys and the issuer name the same realm, tenant, authorization server or user pool where both are of one host.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 401 to a token of `/realms/staff` with the keys of `/realms/agents`, and 200 with the right ones.',
    fix: 'Take both from the discovery document of the issuer: `issuer` and `jwks_uri`.',
    wrong: jwt('staff'),
    correct: jwt('agents'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        const keys = at(node, 'jwks', 'url');
        const [issuer, jwks] = [urlOf(text(get(node, 'issuer'))), urlOf(text(keys))];
        if (keys === undefined || issuer === undefined || jwks === undefined || issuer.hostname !== jwks.hostname) return;
        const [own, other] = [issuerIn(issuer), issuerIn(jwks)];
        if (own === undefined || other === undefined || own === other || general.test(own) || general.test(other)) return;
        report({
          at: keys,
          path: [...path, 'jwks', 'url'],
          message: `these are the keys of "${other}", and the issuer is "${own}": the signature of every token is refused`,
          suggestion: `write the address of the keys of "${own}"`,
        });
      },
      place => place.has('jwks'),
    );
  },
};
