import { type Rule, type SwitchedSection, switchRule } from '@mcpgw/structure';

/** Sections of a static configuration with a switch. */
const sections: readonly SwitchedSection[] = [
  { section: ['**', 'keepalives'], effect: 'no probe is sent, so a dead connection is noticed late' },
];

export const switchedOff: Rule = switchRule(['agentgateway'], sections);
