import { get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

export const profileWithoutServers: Rule = {
  id: 'profile-without-servers',
  severity: 'warning',
  kinds: ['serve', 'mcp-config'],
  why: 'A profile shows the servers that it names and nothing else; of two profiles with one name only the last is served.',
  docs: {
    checks:
      'Profiles without servers, profiles whose servers are all off or in quarantine, servers that a profile names twice, and names that two profiles have.',
    basedOn:
      'The sources: `mcpgw serve` lists nothing at /mcp/p/NAME of an empty profile; mcpproxy-go says the same, and refuses two profiles of one name.',
    fix: 'Name the servers of the profile, or remove it.',
    wrong: 'servers:\n  files:\n    command: file-server\nprofiles:\n  - name: reading\n',
    correct: 'servers:\n  files:\n    command: file-server\nprofiles:\n  - name: reading\n    servers: [files]\n',
  },
  check(context) {
    const off = new Set(serversOf(context).flatMap(({ name, node }) => (name !== undefined && isOff(context, node) ? [name] : [])));
    const seen = new Set<string>();
    for (const [index, profile] of items(get(context.root, 'profiles')).entries()) {
      const nameNode = get(profile, 'name');
      const name = text(nameNode);
      if (name === undefined || nameNode === undefined) continue;
      const path = ['profiles', index];
      if (seen.has(name))
        context.report({
          at: nameNode,
          path: [...path, 'name'],
          severity: 'error',
          message: `two profiles have the name "${name}": only the last is served`,
          suggestion: 'give each its own name',
        });
      seen.add(name);
      const servers = items(get(profile, 'servers'));
      const names = servers.flatMap(server => text(server) ?? []);
      if (names.length === 0)
        context.report({
          at: nameNode,
          path,
          message: `the profile "${name}" shows nothing: it does not name a server`,
          suggestion: 'name its servers',
        });
      else if (names.every(server => off.has(server)))
        context.report({
          at: nameNode,
          path,
          message: `the profile "${name}" shows nothing: its servers are off or in quarantine`,
          suggestion: 'enable one of them',
        });
      servers.forEach((server, place) => {
        if (names.indexOf(text(server) ?? '') < place && text(server) !== undefined && names.indexOf(text(server)!) !== place)
          context.report({
            at: server,
            path: [...path, 'servers', place],
            message: `the profile names "${text(server)}" twice`,
            suggestion: 'remove one of the two',
          });
      });
    }
  },
};

function isOff({ kind }: RuleContext, node: Parameters<typeof get>[0]): boolean {
  const flag = (key: string): unknown => {
    const value = get(node, key);
    return value?.kind === 'scalar' ? value.value : undefined;
  };
  return flag('quarantined') === true || flag('enabled') === false || (kind === 'mcp-config' && flag('enabled') !== true);
}
