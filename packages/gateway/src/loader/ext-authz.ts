/**
 * Answers that the gateway's external authorization gives itself, as measured with agentgateway v0.12.0, v1.1.0 and v1.4.1
 * and as CAIPE's OpenFGA bridge writes them. They name the layer only; whether such a 403 is retried is the operator's choice.
 */
const answers: readonly { readonly status: number; readonly body: string }[] = [
  { status: 403, body: 'external authorization failed' },
  { status: 503, body: 'Authorization service unavailable' },
  { status: 403, body: 'OpenFGA check error' },
  { status: 403, body: 'denied by OpenFGA' },
  { status: 403, body: 'caller lacks MCP server invoke grant' },
  { status: 403, body: 'caller lacks tool grant' },
  { status: 403, body: 'user lacks dynamic agent grant' },
  { status: 403, body: 'dynamic agent lacks agent tool grant' },
  { status: 403, body: 'missing or invalid signed agent context' },
  { status: 403, body: 'missing authenticated subject' },
  { status: 403, body: 'upstream call timeout' },
  { status: 503, body: 'upstream call timeout' },
];

/** Whether the answer is one that the gateway's ext-authz gives (a backend's own timeout is a 504). */
export function isExtAuthzAnswer(status: number, body: string): boolean {
  const lower = body.trim().toLowerCase();
  return answers.some(answer => answer.status === status && lower === answer.body.toLowerCase());
}
