/** Complete configurations around the part that the page of a rule is about. */

const indent = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

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
export const withSection = (section: string): string => `${section}\n${withRoute('name: api')}`;
