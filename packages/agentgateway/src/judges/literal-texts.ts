/** Texts that read as patterns or templates, in fields whose texts are compared or sent as they are. */

/** Values of headers in which a star is a word of its own. */
const mediaType = /^(?:[\w.+-]+|\*)\/\*|,\s*\*\/\*/;

/** The insides of brackets, for which one pattern with the condition would take time that grows with the square of the length. */
const hasInside = (value: string, brackets: RegExp, condition: RegExp): boolean =>
  [...value.matchAll(brackets)].some(([, inside]) => condition.test(inside!));

/** What a text reads as, if that is a pattern: "a regular expression" or "a wildcard". */
export function readsAsPattern(value: string): string | undefined {
  const hasClass = hasInside(value, /\[([^[\]]*)\]/g, /\w-\w/);
  const hasChoice = hasInside(value, /\(([^()\s]*)\)/g, /\|/);
  if (hasClass || hasChoice || /\.[*+](?!\w)|\\[dwsbDWSB.]|^\^.|[^\s]\$$/.test(value)) return 'a regular expression';
  return value.length > 1 && /^\*[\w./-]|[\w./-]\*$/.test(value) && !mediaType.test(value) ? 'a wildcard' : undefined;
}

/** What a path reads as, if that is a pattern or has placeholders. */
export const pathReadsAs = (value: string): string | undefined =>
  readsAsPattern(value) ?? (value.includes('*') ? 'a wildcard' : /\{[^{}]*\}|\/:\w|\\\d/.test(value) ? 'a placeholder' : undefined);

/** What a name of a header reads as, if that is a pattern. All of these characters may be part of a name. */
export const nameReadsAs = (value: string): string | undefined =>
  value === '*' ? undefined : (readsAsPattern(value) ?? (value.includes('*') ? 'a wildcard' : undefined));

const variables = 'request|response|jwt|apiKey|source|mcp|llm|backend|extauthz|metadata|basicAuth';
/** What a value that is sent as it is reads as, if that is a template or an expression. */
export function sentReadsAs(value: string): string | undefined {
  const opened = value.indexOf('{{');
  if (opened >= 0 && value.indexOf('}}', opened) >= 0) return 'a template';
  if (/%[A-Z][A-Z_]+(?:\([^)]{0,200}\))?%|\$\{(?:[a-z]\w*[.[])/.test(value)) return 'a template';
  if (
    /\$\{?(?:remote_(?:addr|user|port)|host|request_(?:uri|id|method)|uri|scheme|proxy_add_x_forwarded_for|ssl_\w+|(?:sent_)?http_\w+|arg_\w+|cookie_\w+)\b/.test(
      value,
    )
  )
    return 'a template';
  return new RegExp(`^\\s*(?:${variables})(?:\\.[A-Za-z_]\\w*|\\["[^"]+"\\])+\\s*$`).test(value) ? 'an expression' : undefined;
}

/** What a regular expression that can be compiled reads as, if that is something else, and what it does instead. */
export function regexReadsAs(pattern: string): string | undefined {
  if (/^\/.+\/[gimsuy]+$/.test(pattern)) return 'slashes and flags of JavaScript are characters here';
  return /(?:^|[^\\])[\w/-]\*\$?$/.test(pattern) ? '"*" repeats the character before it, and does not stand for any text' : undefined;
}
