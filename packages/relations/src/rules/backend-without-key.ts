import { at, get, type Rule } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { ofKind } from '../objects/objects.js';
import { providersIn } from '../objects/providers.js';

const asked: ReadonlySet<string> = new Set(['openai', 'anthropic', 'gemini', 'azureopenai']);

export const backendWithoutKey: Rule = {
  id: 'backend-without-key',
  severity: 'info',
  kinds: ['manifest'],
  why: 'The provider refuses requests without a key, so each client has to send one.',
  docs: {
    checks:
      'Providers of AgentgatewayBackends and AgentgatewayModels that ask for a key and are called at their own address: one is set in the provider, the backend, or some given AgentgatewayPolicy. A guard that asks the moderation of OpenAI has its own key (a warning).',
    seen: 'The controller of v1.4.1 reports the backend as Accepted=True and sends it without a key.',
    basedOn:
      'The source of v1.4.1: the call to the moderation gets the policies of the guard only, and an answer that is not a judgement is an error of the request.',
    fix: 'Add policies.auth.secretRef.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: chat}
spec: {ai: {provider: {openai: {model: gpt-4o}}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: chat}
spec: {ai: {provider: {openai: {model: gpt-4o}}}, policies: {auth: {secretRef: {name: openai}}}}
`,
  },
  check({ root, report }) {
    for (const { node, path } of fieldsNamed(root, 'openAIModeration'))
      if (at(node, 'policies', 'auth') === undefined)
        report({
          at: node,
          path,
          message: 'OpenAI is asked without a key, because that of the backend is not used here: each request that is checked fails',
          suggestion: 'add "policies.auth.secretRef" to it',
          severity: 'warning',
        });
    if (ofKind(root, 'AgentgatewayPolicy').some(policy => at(policy.node, 'spec', 'backend', 'auth') !== undefined)) return;
    for (const { kind, moved, policies, around, aroundPath } of providersIn(root)) {
      if (!asked.has(kind) || moved || policies.some(each => get(each, 'auth') !== undefined)) continue;
      report({
        at: around,
        path: aroundPath,
        message: `the provider "${kind}" gets no key but that of the client`,
        suggestion: 'add "policies.auth.secretRef"',
      });
    }
  },
};
