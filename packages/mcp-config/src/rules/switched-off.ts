import { type Rule, type SwitchedSection, switchRule } from '@mcpgw/structure';

/** What isolation is to limit. */
const limits = ['network_mode', 'memory_limit', 'cpu_limit', 'read_folders', 'write_folders'];

/** Sections of mcp_config.json and gateway.yaml with a switch. A server that is off waits as a whole, and is no such section. */
const sections: readonly SwitchedSection[] = [
  { section: ['docker_isolation'], unless: 'mode', fields: limits, effect: 'servers run with the rights of the gateway' },
  { section: ['isolation'], unless: 'mode', fields: limits, effect: 'servers run with the rights of the gateway' },
  { section: ['tls'], effect: 'the listener speaks plain HTTP' },
];

export const switchedOff: Rule = switchRule(['mcp-config', 'serve'], sections);
