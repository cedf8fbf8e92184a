import { aiProviders } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Node, type Rule } from '@mcpgw/structure';

const hasKey = (auth: Node | undefined): boolean => auth !== undefined && !isNull(auth);

export const aiNoKey: Rule = {
  id: 'ai-no-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The provider gets no key, or that of the caller, and refuses the request.',
  docs: {
    checks: 'Backends of AI providers that ask for a key have one, of their own or of a policy.',
    seen: 'Live: v1.1.0 and v1.4.1 send no key, or that of the caller.',
    fix: 'Add policies.backendAuth.key to the backend, or pass the key of the client on.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{ai: {name: p, provider: {openAI: {}}}}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{ai: {name: p, provider: {openAI: {}}}, policies: {backendAuth: {key: $OPENAI_API_KEY}}}]
`,
  },
  check({ root, report }) {
    for (const { node, path, covered } of aiProviders(root)) {
      const kind = ['openAI', 'anthropic', 'gemini', 'azureOpenAI'].find(name => get(get(node, 'provider'), name) !== undefined);
      if (kind === undefined || covered || hasKey(get(get(node, 'policies'), 'backendAuth'))) continue;
      report({
        at: get(node, 'provider')!,
        path: [...path, 'provider'],
        message: `the provider "${kind}" gets no key`,
        suggestion: 'add "backendAuth: {key: ...}" to its policies',
      });
    }
  },
};
