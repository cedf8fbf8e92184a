/** Documents for the pages of rules about policies. */
const groups: Readonly<Record<string, string>> = {
  Gateway: 'gateway.networking.k8s.io',
  HTTPRoute: 'gateway.networking.k8s.io',
  Service: '""',
  AgentgatewayBackend: 'agentgateway.dev',
};

/** An AgentgatewayPolicy for an object. `parts` are lines of its spec, such as `traffic: {...}`. */
export const policyFor = (kind: string, name: string, parts: string, policy = 'rules'): string => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: ${policy}}
spec:
  targetRefs: [{group: ${groups[kind]}, kind: ${kind}, name: ${name}}]
  ${parts.trim().replaceAll('\n', '\n  ')}
`;

/** A policy for a Gateway. */
export const onGateway = (parts: string, policy = 'rules'): string => policyFor('Gateway', 'edge', parts, policy);
/** A policy for an AgentgatewayBackend. */
export const onBackend = (parts: string): string => policyFor('AgentgatewayBackend', 'models', parts);
