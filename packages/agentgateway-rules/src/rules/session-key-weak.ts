import { at, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

export const sessionKeyWeak: Rule = {
  id: 'session-key-weak',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Anyone who guesses the key can read and forge session IDs, and so take over the sessions of others.',
  docs: {
    checks: 'Looks for a session key that is made of few different digits, or of a pattern.',
    seen: 'Live: v1.1.0 and v1.4.1 encrypt session IDs with AES-256-GCM and this key: anyone who has it can decrypt them, and finds the targets and their sessions. Without a key the IDs can be read by everyone.',
    fix: 'Make a key with `openssl rand -hex 32`, and give it to the proxy by the variable `SESSION_KEY`.',
    wrong: withSection(`config:\n  session:\n    key: "${'0'.repeat(64)}"`),
    correct: withSection('config:\n  session:\n    key: "${SESSION_KEY_HEX}"'),
  },
  check({ root, report }) {
    const node = at(root, 'config', 'session', 'key');
    const key = (text(node) ?? '').toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(key)) return;
    const steps = new Set(
      [...key].slice(1).map((digit, index) => (Number.parseInt(digit, 16) - Number.parseInt(key[index]!, 16) + 16) % 16),
    );
    const repeats = [1, 2, 4, 8, 16, 32].some(length => key === key.slice(0, length).repeat(64 / length));
    if (new Set(key).size < 8 || steps.size < 4 || repeats)
      report({
        at: node!,
        path: ['config', 'session', 'key'],
        message: 'the session key can be guessed',
        suggestion: 'make one with "openssl rand -hex 32"',
      });
  },
};
