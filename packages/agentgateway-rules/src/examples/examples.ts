/** Documents for the pages of rules, each complete: only what the rule is about is given. */
const indent = (text: string, by: number): string => text.trim().replaceAll('\n', `\n${' '.repeat(by)}`);

/** A configuration with one listener on port 3000. */
export const withListener = (listener: string): string => `binds:
- port: 3000
  listeners:
  - ${indent(listener, 4)}
`;

/** A configuration with one HTTP route, and one backend unless the route has its own. */
export const withRoute = (route: string): string =>
  withListener(`routes:\n- ${indent(/^backends:/m.test(route) ? route : `${route}\nbackends:\n- host: "api.example:8080"`, 2)}`);

/** A configuration with one MCP target. */
export const withTarget = (target: string): string => withRoute(`backends:\n- mcp:\n    targets:\n    - ${indent(target, 6)}`);

/** A configuration that listens, for rules about the sections beside it. */
export const withSection = (section: string): string => `${section.trim()}\n${withRoute('name: api')}`;

/** A route to a host, with policies. */
export const onRoute = (policies: string, backend = '- host: localhost:8080'): string =>
  withRoute(`policies:\n  ${indent(policies, 2)}\nbackends:\n${backend.trim()}`);

const mcp = '- mcp: {targets: [{name: tools, mcp: {host: "http://localhost:3001/mcp"}}]}';

/** A route to an MCP server, with policies. */
export const onMcpRoute = (policies: string): string => onRoute(policies, mcp);

const ai = '- ai: {name: chat, provider: {openAI: {model: gpt-4o}}, policies: {backendAuth: {key: $OPENAI_API_KEY}}}';

/** A route to an LLM provider, with policies. */
export const onAiRoute = (policies: string): string => onRoute(policies, ai);
