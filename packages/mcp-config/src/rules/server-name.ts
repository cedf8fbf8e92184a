import { isPortable, longestPortableName, portableText } from '@mcpgw/names';
import type { Rule, RuleContext } from '@mcpgw/structure';
import { type ListedServer, serverKinds, serversOf } from './mcp-servers-of.js';

export const serverName: Rule = {
  id: 'server-name',
  severity: 'warning',
  kinds: serverKinds,
  why: 'Clients make the names of tools from the name of the server: letters, digits, "_" and "-", at most 64 with the name of the tool.',
  docs: {
    checks:
      'Names of servers that are empty, that begin or end with a space, that differ in case or in signs only, that hold other characters than clients accept, that begin with a digit or "-", or that leave no room for the name of a tool.',
    basedOn: 'The rules for names of tools of the Claude and OpenAI APIs. No program was run for this rule.',
    fix: 'Use letters, digits, "-" and "_", at most 40 of them.',
    wrong: 'mcpServers:\n  files:\n    command: file-server\n  Files:\n    command: other-server\n',
    correct: 'mcpServers:\n  files:\n    command: file-server\n  other:\n    command: other-server\n',
  },
  check(context) {
    const seen = new Map<string, string>();
    for (const server of serversOf(context)) {
      const { name, nameSpan, path } = server;
      if (name === undefined) continue;
      const fault = faultOf(name);
      if (fault !== undefined) tell(context, server, ...fault);
      const plain = name
        .trim()
        .toLowerCase()
        .replaceAll(/[^a-z0-9-]/g, '_');
      const other = seen.get(plain);
      if (other !== undefined && other !== name)
        context.report({
          at: nameSpan,
          path,
          message: `"${other}" and "${name}" are one name for clients that use letters, digits, "-" and "_" in one case`,
          suggestion: 'rename one of the two',
        });
      seen.set(plain, name);
    }
  },
};

function tell({ report }: RuleContext, { nameSpan, path }: ListedServer, message: string, suggestion: string, severity?: 'info'): void {
  report({ at: nameSpan, path, message, suggestion, ...(severity && { severity }) });
}

/** Leaves room for a separator and the name of a tool. */
const longestName = longestPortableName - 16;

function faultOf(name: string): readonly [string, string, 'info'?] | undefined {
  if (name.trim() === '') return ['the name of the server is empty: nothing can address its tools', 'name it, such as "github"'];
  if (name !== name.trim()) return [`the name ${JSON.stringify(name)} begins or ends with a space`, `write ${JSON.stringify(name.trim())}`];
  if (name.length > longestName)
    return [
      `the name "${name.slice(0, 60)}" has ${name.length} characters, and clients take ${longestPortableName} with the name of the tool`,
      'use a shorter name',
    ];
  // A colon is refused by the schema.
  if (portableText(name) !== name && !name.includes(':'))
    return [`"${name}" holds characters that some clients refuse or replace in names of tools`, 'use letters, digits, "-" and "_"', 'info'];
  if (!isPortable(name) && !name.includes(':'))
    return [`"${name}" begins with a digit or "-", and some models accept only a letter or "_" there`, 'begin it with a letter', 'info'];
  return undefined;
}
