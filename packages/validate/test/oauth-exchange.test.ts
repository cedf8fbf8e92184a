/** Token exchanges that the controller of v1.4.1 was asked about: it sends them, and says PartiallyValid. */
import { validateText } from '@mcpgw/validate';

const findings = (exchange: string): string[] =>
  validateText(
    `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: "", kind: Service, name: api}]
  backend: {auth: {oauthTokenExchange: {backendRef: {name: id, port: 80}, path: /token, ${exchange}}}}
`,
    { file: 'policy.yaml', kind: 'manifest', version: '1.4.1' },
  )
    .findings.filter(({ rule }) => rule === 'policy-oauth-exchange')
    .map(({ severity, message }) => `${severity} ${message}`);

it.each([
  [
    `additionalParams: {audience: '"api"'}`,
    ['error the exchange sets "audience" itself: the policy is sent as PartiallyValid, and the proxy refuses it'],
  ],
  [
    'subjectToken: {source: {expression: jwt.sub}, tokenType: unknown}',
    [
      'error "unknown" is neither a known type of a token nor an absolute URI: the policy is sent as PartiallyValid, and the proxy refuses it',
    ],
  ],
  [`additionalParams: {tenant: '"a"'}`, []],
  ['subjectToken: {source: {expression: jwt.sub}, tokenType: Jwt}', []],
])('%s', (exchange, expected) => {
  expect(findings(exchange)).toEqual(expected);
});
