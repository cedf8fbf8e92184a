/** Documents for the pages of rules, each complete: only what the rule is about is given. */
const indented = (text: string, by: number): string => text.trim().replace(/^/gm, ' '.repeat(by));

/** A route to a host, with policies. */
export const onRoute = (policies: string, backend = '- host: localhost:8080'): string => `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
${indented(policies, 8)}
      backends:
${indented(backend, 6)}
`;

const mcp = '- mcp: {targets: [{name: tools, mcp: {host: "http://localhost:3001/mcp"}}]}';

/** A route to an MCP server, with policies. */
export const onMcpRoute = (policies: string): string => onRoute(policies, mcp);

const ai = '- ai: {name: chat, provider: {openAI: {model: gpt-4o}}, policies: {backendAuth: {key: $OPENAI_API_KEY}}}';

/** A route to an LLM provider, with policies. */
export const onAiRoute = (policies: string): string => onRoute(policies, ai);

/** A route to a host without policies, below some other sections. */
export const beside = (sections: string): string => `${sections.trim()}
binds:
- port: 3000
  listeners:
  - routes:
    - backends:
      - host: localhost:8080
`;
