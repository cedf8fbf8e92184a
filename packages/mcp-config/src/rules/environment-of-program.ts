import { entries, get, type Rule, type RuleContext } from '@mcpgw/structure';
import { type EndpointView, endpointsOf, type Text } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

export const environmentOfProgram: Rule = {
  id: 'environment-of-program',
  severity: 'warning',
  kinds: serverKinds,
  why: 'A variable reaches the program exactly as it is written, under exactly this name, and only as text.',
  docs: {
    checks:
      'Names with spaces, names that differ in case only, values with quotes or spaces around them, words such as "undefined" in place of a value, values that are not strings, and a PATH that replaces the one of the system.',
    basedOn: 'The code of `mcpgw serve`: it passes variables on as they are written.',
    fix: 'Write the value as text, without quotes inside.',
    wrong: 'mcpServers:\n  files:\n    command: file-server\n    env: {PORT: 8080}\n',
    correct: 'mcpServers:\n  files:\n    command: file-server\n    env: {PORT: "8080"}\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) {
      if (server.transport !== 'stdio') continue;
      checkNames(context, server);
      for (const variable of server.env) checkValue(context, variable);
      if (context.kind === 'client-config') checkTypes(context, server);
    }
  },
};

function checkNames({ report }: RuleContext, { env }: EndpointView): void {
  const seen = new Map<string, string>();
  for (const { key, keySpan, path } of env) {
    const other = seen.get(key.toLowerCase());
    if (/\s/.test(key))
      report({
        at: keySpan,
        path,
        message: `the name ${JSON.stringify(key)} contains a space, which no program looks for`,
        suggestion: `write ${JSON.stringify(key.trim().replaceAll(/\s+/g, '_'))}`,
      });
    else if (/^\$|^export\b|[{}]/.test(key))
      report({
        at: keySpan,
        path,
        message: `${JSON.stringify(key)} is the name of the variable as written`,
        suggestion: 'write the name alone',
      });
    else if (other !== undefined && other !== key && !/_proxy$/i.test(key))
      report({ at: keySpan, path, message: `${other} and ${key} differ in case only`, suggestion: 'remove one of the two' });
    seen.set(key.toLowerCase(), key);
  }
}

function checkValue({ report }: RuleContext, { key, node, path, text }: Text): void {
  if (/^(["']).*\1$/s.test(text.trim()) && text.trim().length > 1)
    report({ at: node, path, message: `the value of ${key} contains its quotes`, suggestion: 'remove the inner quotes' });
  else if (text !== text.trim())
    report({ at: node, path, message: `the value of ${key} begins or ends with a space`, suggestion: 'remove it' });
  else if (/^(?:undefined|null|none|nil|nan)$/i.test(text))
    report({
      at: node,
      path,
      severity: 'info',
      message: `the value of ${key} is the word "${text}"`,
      suggestion: 'remove the variable if it should not be set',
    });
  else if (key === 'PATH' && !text.includes('${') && !text.includes('{env:') && !/(?:^|:)\/(?:usr\/)?bin(?::|$)/.test(text))
    report({
      at: node,
      path,
      message: 'this PATH replaces that of the system: programs in /usr/bin are not found',
      suggestion: 'write the folders of the system too, or the whole path of the command',
    });
}

function checkTypes({ report }: RuleContext, { node, path }: EndpointView): void {
  for (const { key, value } of entries(get(node, 'env'))) {
    if (value.kind !== 'scalar' || typeof value.value === 'string') continue;
    const isNothing = value.value === null;
    report({
      at: value,
      path: [...path, 'env', key],
      message: isNothing
        ? `${key} has no value: the variable is not set`
        : `the value of ${key} is not a string, and clients that take strings alone refuse the file`,
      suggestion: isNothing ? 'write a value, or remove the variable' : `write "${value.text}"`,
      ...(isNothing ? {} : { fix: [{ span: value.span, text: JSON.stringify(value.text) }] }),
    });
  }
}
