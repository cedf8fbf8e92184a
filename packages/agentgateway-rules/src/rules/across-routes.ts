import type { RuleId } from '@mcpgw/diagnostics';

/**
 * The rules for which several routes count together: they compare routes, or say something of one because of another, or of what is
 * around routes because of what is in them. All other rules say of a route what they would say if it were the only one, and of the rest
 * what they would say without routes. The rules that read files are here too, because a file changes without its configuration.
 */
export const acrossRoutes: ReadonlySet<RuleId> = new Set([
  'ai-no-key',
  'ai-policy-without-ai',
  'ai-stream-held',
  'attached-policy-ignored',
  'auth-location-clash',
  'auth-mode-optional',
  'auth-path-exact',
  'backend-auth-conflict',
  'cors-unreached',
  'credential-header-set',
  'duplicate-route-name',
  'extauthz-http-request',
  'gateway-policy-replaced',
  'header-believed',
  'header-removed-early',
  'identity-missing',
  'identity-value-unknown',
  'llm-open',
  'mcp-connection-duration',
  'mcp-policy-without-mcp',
  'mcp-route-narrow',
  'mcp-rule-names',
  'mcp-wellknown-unmatched',
  'no-routes',
  'oidc-login',
  'openapi-unusable',
  'policy-target-missing',
  'ratelimit-counts-requests',
  'route-group-missing',
  'route-group-unreachable',
  'route-shadowed',
  'service-without-workload',
  'session-key-missing',
  'timeout-connect-gt-request',
  'tls-root-empty',
  'unused-definition',
]);
