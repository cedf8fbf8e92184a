import { endFault, isOtherFormat } from '@mcpgw/agentgateway';
import { aiPolicies, listed, type Placed, providerKinds } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule, type RuleContext, text, toPlain } from '@mcpgw/structure';
import { onAiRoute } from '../examples/examples.js';

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
/** Fields of requests that are often written in camel case, which no provider knows. */
const camel = /^(?:max|top|frequency|presence|response|tool|stop|stream|min|system|parallel|reasoning)(?:[A-Z][a-z]+)+$/;

export const aiPolicyInert: Rule = {
  id: 'ai-policy-inert',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy writes these fields into the request as they are: what is overwritten by a sibling, or what no provider knows, has no effect or makes the provider refuse the request.',
  docs: {
    checks:
      'A default is not also an override or computed by a transformation, fields are in `snake_case`, no override replaces what the client asks, paths of `routes` have the format of their endpoint and an end that requests have (no slash at the end, query or address), and prompts have a known role and a string. An alias is not its own model, names one model without `*`, and does not lead to another alias, and prompt caching caches something and has a Bedrock model, the only provider that reads it.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1: of `defaults` and `overrides` of one field the override is sent; an unknown role is sent as it is; `{m1: m2, m2: m3}` sends m2 for m1. v1.1.0 and v1.4.1: `overrides: {messages: []}` sends no message, and chat completions read as `messages` are answered with 503.',
    fix: 'Keep one of the two fields, and write names as the provider documents them.',
    wrong: onAiRoute('ai: {defaults: {temperature: 0.1}, overrides: {temperature: 0.9}}'),
    correct: onAiRoute('ai: {defaults: {top_p: 0.5}, overrides: {temperature: 0.9}}'),
  },
  check({ root, report }) {
    for (const policy of aiPolicies(root)) {
      checkFields(policy, report);
      checkPrompts(policy, report);
      checkAliases(policy, report);
      checkRoutes(policy, report);
      const caching = get(policy.node, 'promptCaching');
      const kinds = caching?.kind === 'map' ? providerKinds(root, policy) : [];
      if (kinds.length > 0 && !kinds.includes('bedrock'))
        report({
          at: caching!,
          path: [...policy.path, 'promptCaching'],
          message: `only requests to Bedrock get cache points: it has no effect for ${[...new Set(kinds)].join(' and ')}`,
          suggestion: 'remove it',
          severity: 'info',
        });
      const isOff = (key: string, standard: boolean): boolean => {
        const value = get(caching, key);
        return value === undefined ? !standard : toPlain(value) === false;
      };
      if (caching?.kind === 'map' && isOff('cacheSystem', true) && isOff('cacheMessages', true) && isOff('cacheTools', false))
        report({
          at: caching,
          path: [...policy.path, 'promptCaching'],
          message: 'nothing is cached: all parts are switched off',
          suggestion: 'switch a part on, or remove it',
        });
    }
  },
};

type Report = RuleContext['report'];
function checkRoutes({ node, path }: Placed, report: Report): void {
  for (const { key, keySpan, value } of entries(get(node, 'routes'))) {
    const [at, format, never] = [[...path, 'routes', key], text(value) ?? '', endFault(key)];
    const message = `requests to "${key}" have another format than "${format}": they are refused`;
    if (never !== undefined) report({ at: keySpan, path: at, message: never, suggestion: 'write the end of the path as clients send it' });
    else if (isOtherFormat(key, format)) report({ at: value, path: at, message, suggestion: 'write "detect"' });
  }
}

/** What a client asks: a default is never used, and an override replaces it for everybody. */
const asked: ReadonlySet<string> = new Set(['messages', 'input', 'prompt', 'contents']);

function checkFields({ node, path }: Placed, report: Report): void {
  const overrides = new Set(entries(get(node, 'overrides')).map(({ key }) => key));
  const computed = new Set(['transformations', 'transformation'].flatMap(part => entries(get(node, part)).map(({ key }) => key)));
  for (const part of ['defaults', 'overrides']) {
    const isTuning = path[0] === 'llm' && part === 'defaults' && get(get(node, part), 'overrides') !== undefined;
    for (const { key, keySpan } of isTuning ? [] : entries(get(node, part))) {
      const place = [...path, part, key];
      const replaced = overrides.has(key) ? 'overridden below "overrides"' : 'computed below "transformations"';
      const never = `"${key}" is ${replaced}, so this default is never used`;
      if (part === 'defaults' && (overrides.has(key) || computed.has(key)))
        report({ at: keySpan, path: place, message: never, suggestion: 'remove one of the two' });
      const message = `"${key}" is what the client asks: every request asks this instead`;
      if (part === 'overrides' && asked.has(key)) report({ at: keySpan, path: place, message, suggestion: 'use "prompts"' });
      if (camel.test(key))
        report({
          at: keySpan,
          path: place,
          message: `providers know no field "${key}"`,
          suggestion: `write "${key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}"`,
        });
    }
  }
}

function checkPrompts({ node, path }: Placed, report: Report): void {
  for (const side of ['append', 'prepend'])
    for (const { node: message, path: place } of listed(get(get(node, 'prompts'), side), [...path, 'prompts', side])) {
      const [role, content] = [get(message, 'role'), get(message, 'content')];
      if (text(role) !== undefined && !roles.includes(text(role)!))
        report({
          at: role!,
          path: [...place, 'role'],
          message: `providers refuse the role "${text(role)}"`,
          suggestion: `roles are ${roles.slice(0, 4).join(', ')}, in lower case`,
        });
      if (text(content)?.trim() === '')
        report({ at: content!, path: [...place, 'content'], message: 'the message is empty', suggestion: 'write it, or remove it' });
    }
}

function checkAliases({ node, path }: Placed, report: Report): void {
  const aliases = entries(get(node, 'modelAliases'));
  for (const { key, value, keySpan } of aliases) {
    if (text(value)?.includes('*') === true)
      report({
        at: value,
        path: [...path, 'modelAliases', key],
        message: `only the alias is a pattern: the model "${text(value)}" is asked for as written`,
        suggestion: 'name one model',
      });
    const again = aliases.find(other => other.key === text(value));
    if (again === undefined) continue;
    report({
      at: keySpan,
      path: [...path, 'modelAliases', key],
      message:
        again.key === key
          ? `"${key}" is an alias of itself`
          : `aliases are followed once: "${key}" leads to "${text(value)}", not to "${text(again.value)}"`,
      suggestion: 'name the model itself',
    });
  }
}
