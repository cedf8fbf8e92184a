import { at, entries, get, type Kind, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { clientOf } from './clients.js';
import { endpointsOf, isShell, type Text } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';
import { ownKeys } from './own-keys.js';

export const unfilledValue: Rule = {
  id: 'unfilled-value',
  severity: 'warning',
  kinds: serverKinds,
  why: 'The text is sent unchanged, because nothing replaces it, so the server refuses the key or the host does not exist.',
  docs: {
    checks:
      'Values of `env`, `headers`, `url`, `args` and keys of the gateway that stand for a value to be filled in, or that name a variable in a form that this format does not replace.',
    seen: '`mcpgw` used "$TOKEN", "%TOKEN%" and "{{TOKEN}}" as written. OpenCode documents {env:NAME} alone, the other formats forms with "${".',
    fix: 'Write the value, or a placeholder of the format.',
    wrong: 'mcpServers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {X-Api-Key: YOUR_API_KEY}\n',
    correct: 'mcpServers:\n  issues:\n    url: https://issues.example/mcp\n    headers: {X-Api-Key: "${ISSUES_KEY}"}\n',
  },
  check(context) {
    for (const { urls, env, headers, args, transport, command } of endpointsOf(context)) {
      const isProgram = transport === 'stdio';
      for (const value of isProgram ? env : [...headers, ...urls]) checkText(context, value);
      if (isProgram && !isShell(command)) for (const arg of args) checkText(context, arg);
    }
    for (const value of keysOf(context)) checkText(context, value);
  },
};

/** Keys and tokens of the gateway itself, and what it sends to a collector. */
function keysOf({ root, kind }: RuleContext): Text[] {
  const paths = kind === 'serve' ? [['page', 'token']] : kind === 'mcp-config' ? [['api_key']] : [];
  const single = paths.map(path => ({ node: at(root, ...path), path }));
  const listed = kind === 'serve' ? ownKeys(root) : [];
  const telemetry = kind === 'serve' ? at(root, 'telemetry') : undefined;
  const exported = [
    { node: get(telemetry, 'endpoint'), path: ['telemetry', 'endpoint'] },
    ...entries(get(telemetry, 'headers')).map(({ key, value }) => ({ node: value, path: ['telemetry', 'headers', key] })),
  ];
  return [...single, ...listed, ...exported].flatMap(({ node, path }) => {
    const value = text(node);
    return node === undefined || value === undefined ? [] : [{ key: String(path.at(-1)), keySpan: node.span, node, text: value, path }];
  });
}

/** A text that stands for a value: `<token>`, `YOUR_API_KEY`, `changeme`, `xxxx`. */
const standIn =
  /^(?:(?:Bearer|Basic|Token)\s+)?(?:<[^<>]+>|\[[A-Za-z _-]*(?:key|token|secret|password|url|host)[A-Za-z _-]*\]|(?:your|my|insert|replace|enter|put|add)[-_ ](?:[a-z0-9]+[-_ ])*(?:key|token|secret|password|pat|here|me|id|url|host|value)s?(?:[-_ ]here)?|change[-_ ]?me|replace[-_ ]?me|todo|tbd|fixme|x{3,}|\*{3,}|\.{3}|…|redacted|placeholder|dummy|(?:api[-_]?)?(?:key|token)[-_ ]here|sk-(?:\.{3}|x{3,}|your[\w-]*)|ghp_(?:\.{3}|x{3,}|your\w*))$/i;

const otherForms: Readonly<Partial<Record<Kind, RegExp>>> = { 'opencode-config': /\$\{[A-Za-z_][\w:]*\}/ };
const anyOther = /(?<!\$)\{env:[A-Za-z_]\w*\}/;

/** A name of a variable in a form that no reader of these files replaces. */
const ofShell =
  /(?:^|[\s/=:@])\$[A-Z_][A-Z0-9_]{2,}(?:$|[\s/:@.])|(?:^|[\s/=:@])%[A-Z][A-Z0-9_]{2,}%|\{\{\s*[A-Za-z_][\w.]*\s*\}\}|\bprocess\.env\.\w+|\bos\.environ\b|\$\([a-z]/;

function checkText(context: RuleContext, { node, path, text: value, key }: Text): void {
  const other = (otherForms[context.kind] ?? anyOther).exec(value)?.[0] ?? (value.includes('${') ? undefined : ofShell.exec(value)?.[0]);
  const urlPart = /^https?:\/\//i.test(value)
    ? /(?:<|%3C)[A-Za-z][\w -]*(?:>|%3E)|\b(?:your|my)[-_](?:domain|host|server|tenant|org|instance|subdomain|workspace|company)\b|(?<!\$)\{[A-Za-z_]\w*\}/i.exec(
        value,
      )?.[0]
    : undefined;
  const write =
    context.kind === 'opencode-config'
      ? '{env:NAME}'
      : context.kind === 'mcp-servers' || context.kind === 'langchain-config'
        ? '$' + '{NAME}'
        : '$' + '{env:NAME}';
  const client = other === undefined || other.includes('{') ? undefined : clientOf(context.file, context.root);
  if (other !== undefined && client?.replacesShellForms === true)
    context.report({
      at: node,
      path,
      severity: 'info',
      message: `${client.name} replaces "${other.trim()}" in "${key}", and mcpgw uses it as written`,
      suggestion: `write "${'$' + '{NAME}'}", which both replace`,
    });
  else if (other !== undefined)
    context.report({
      at: node,
      path,
      message: `"${other.trim()}" in "${key}" is not a placeholder of this format: it is used as written`,
      suggestion: `write "${write}"`,
    });
  else if (value === key && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(key))
    context.report({
      at: node,
      path,
      message: `the value of "${key}" is its own name: it is used as written`,
      suggestion: `write "${write.replace('NAME', key)}"`,
    });
  else if (standIn.test(value.trim()) || urlPart !== undefined)
    context.report({
      at: node,
      path,
      message: `the value of "${key}" is still to be filled in`,
      suggestion: `write the value, or "${write}"`,
    });
}
