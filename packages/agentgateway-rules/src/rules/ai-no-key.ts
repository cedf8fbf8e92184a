import { aiProviders, authPolicies } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Node, type Rule } from '@mcpgw/structure';

const hasKey = (auth: Node | undefined): boolean => auth !== undefined && !isNull(auth);

export const aiNoKey: Rule = {
  id: 'ai-no-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy has no key for the provider: only requests that bring one of their own are answered. A check of tokens, keys or passwords takes the header `Authorization` away, so that no key is left.',
  docs: {
    checks:
      'Backends of AI providers that ask for a key have one, of their own or of a policy. It is an info where no check takes the header `Authorization` away: callers may bring their own key.',
    seen: 'Live: v1.1.0 and v1.4.1 send no key, or that of the caller.',
    fix: 'Add policies.backendAuth.key to the backend, or pass the key of the client on.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {jwtAuth: {mode: strict, issuer: "https://idp.example", audiences: [llm], jwks: {url: "https://idp.example/keys"}}}
      backends: [{ai: {name: p, provider: {openAI: {}}}}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {jwtAuth: {mode: strict, issuer: "https://idp.example", audiences: [llm], jwks: {url: "https://idp.example/keys"}}}
      backends: [{ai: {name: p, provider: {openAI: {}}}, policies: {backendAuth: {key: $OPENAI_API_KEY}}}]
`,
  },
  check({ root, report }) {
    const isTaken = authPolicies(root).some(({ location }) => location.kind === 'header' && location.name === 'authorization');
    for (const { node, path, covered } of aiProviders(root)) {
      const kind = ['openAI', 'anthropic', 'gemini', 'azureOpenAI'].find(name => get(get(node, 'provider'), name) !== undefined);
      if (kind === undefined || covered || hasKey(get(get(node, 'policies'), 'backendAuth'))) continue;
      report({
        at: get(node, 'provider')!,
        path: [...path, 'provider'],
        message: isTaken ? `the provider "${kind}" gets no key` : `the provider "${kind}" gets no key but that of the caller`,
        ...(!isTaken && { severity: 'info' }),
        suggestion: 'add "backendAuth: {key: ...}" to its policies',
      });
    }
  },
};
