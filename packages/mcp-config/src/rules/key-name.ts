import { type Rule, text } from '@mcpgw/structure';
import { ownKeys } from './own-keys.js';

export const keyName: Rule = {
  id: 'key-name',
  severity: 'warning',
  kinds: ['serve'],
  why: 'Logs, `/status` and `allow.keys` know a key by its name alone: two keys with one name are one holder there.',
  docs: {
    checks:
      'Names of `auth.api_keys` and `auth.admin_keys` that two keys have, and names with the form of those that keys without a name get.',
    seen: '`mcpgw serve` with two keys named ci admitted both to a profile that allows the key ci.',
    fix: 'Give each key its own name.',
    wrong:
      'servers:\n  files:\n    command: file-server\nauth:\n  api_keys:\n    - {name: ci, key: "${env:CI_KEY}"}\n    - {name: ci, key: "${env:OTHER_KEY}"}\n',
    correct:
      'servers:\n  files:\n    command: file-server\nauth:\n  api_keys:\n    - {name: ci, key: "${env:CI_KEY}"}\n    - {name: desk, key: "${env:OTHER_KEY}"}\n',
  },
  check({ root, report }) {
    const seen = new Set<string>();
    for (const { name: node, path } of ownKeys(root)) {
      const name = text(node);
      if (name === undefined || node === undefined) continue;
      const at = { at: node, path: [...path.slice(0, -1), 'name'] };
      if (/^(?:api|admin)_keys\[\d+\]$/.test(name))
        report({ ...at, message: `"${name}" is what a key without a name is called`, suggestion: 'choose another name' });
      else if (seen.has(name)) report({ ...at, message: `two keys have the name "${name}"`, suggestion: 'give each key its own name' });
      seen.add(name);
    }
  },
};
