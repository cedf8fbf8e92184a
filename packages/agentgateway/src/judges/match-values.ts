/** Values of matches and rewrites that read otherwise than the proxy takes them. Static configurations and routes of the Gateway API have the same. */

/** Why no path of a request is equal to, or starts with, a text that starts with `/`. */
export function whyPathNeverMatches(value: string): string | undefined {
  if (/[?#]/.test(value)) return 'the path of a request ends before "?" and "#"';
  if (value.includes('*')) return '"*" has no meaning here and is compared as it is';
  if (/\{[^{}]*\}|\/:\w/.test(value)) return 'placeholders have no meaning here and are compared as they are';
  if (/[^!-~]/.test(value)) return 'clients send spaces and letters outside of ASCII percent-encoded';
  if (/^\/(?:\^|.*\$$)|\.[*+]|\\/.test(value)) return 'it looks like a regular expression, and is compared as it is';
  return /^\/?https?:\/\//i.test(value) ? 'it is a URL, and only the path is compared' : undefined;
}

/** A regular expression that starts with an ordinary character other than a slash matches no path. */
export const regexStartsElsewhere = (pattern: string): boolean =>
  /^\^?(?:[A-Za-z0-9_~-]|\\[.-])/.test(pattern) && !/^\^?.[*?{]/.test(pattern) && !hasBranch(pattern);

function hasBranch(pattern: string): boolean {
  return pattern.includes('|');
}

/** Headers that the proxy removes before it chooses a route. */
const removed: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why no request has a header, with an exact value if one is given. */
export function whyHeaderNeverMatches(name: string, exact?: string): string | undefined {
  if (removed.has(name.toLowerCase())) return `the proxy removes the header "${name}" before it chooses a route`;
  if (name === ':status') return 'a request has no status';
  if (name === ':method' && exact !== undefined && exact !== exact.toUpperCase()) return 'methods are sent in upper case';
  if (/^(?:proxy-)?authorization$/i.test(name) && exact !== undefined && /^(?:bearer|basic|digest|token)$/i.test(exact.trim()))
    return `a credential stands after "${exact.trim()}", and "exact" compares the whole value`;
  if (name === ':path' && exact !== undefined && !exact.startsWith('/')) return 'a path starts with "/"';
  return exact !== undefined && (exact !== exact.trim() || /[\r\n]/.test(exact))
    ? 'spaces around a value and line breaks are not part of a header'
    : undefined;
}

/** Why no request has a query parameter with a name and an exact value. */
export function whyQueryNeverMatches(name: string, exact = ''): string | undefined {
  if (/[?&=#]/.test(name)) return `"${name}" is not a name of a parameter`;
  return [name, exact].some(part => /%[0-9A-Fa-f]{2}/.test(part)) ? 'names and values are compared after decoding' : undefined;
}

/**
 * What is surprising about a pattern that has to match the whole value, and of which the first match is taken. `others` are the patterns
 * beside it, one of which may take what this one leaves.
 */
export function regexSurprise(pattern: string, others: readonly string[] = []): string | undefined {
  if (/^\^?[\w/ -]+\$?$/.test(pattern)) return 'the whole value has to match, so this is the same as "exact"';
  if (/(?<!\\)\$$/.test(pattern)) return undefined;
  if (pattern.startsWith('^/') && !/(?:\.[*+]|\)[*+?]?|\][*])$/.test(pattern))
    return 'it begins with "^" and has no end, and the whole path has to match: longer paths fail';
  if (/\/v(?:\[0-9\]|\\d)\+?$/.test(pattern) && !others.some(other => other.replace('^', '').startsWith(`${pattern}/`)))
    return 'it ends with a version, and the whole path has to match: paths below it fail';
  if (/[*+?}]\?$/.test(pattern)) return 'a lazy end matches as little as possible, so that longer values fail';
  const branches = /^\^?\(?([^()|]+(?:\|[^()|]+)+)\)?\$?$/.exec(pattern)?.[1]?.split('|') ?? [];
  const cut = branches.find((branch, index) =>
    branches.slice(index + 1).some(later => later !== branch && later.startsWith(branch) && /^[\w/-]+$/.test(branch)),
  );
  if (cut !== undefined) return `the first branch that fits is taken: "${cut}" hides the longer branches that start with it`;
  return undefined;
}

/** Problems of a path or an authority that is put into a URL. */
export function urlPartProblem(key: string, value: string): string | undefined {
  if (key === 'path') {
    if (!value.startsWith('/') && value !== '') return 'the path does not start with "/"';
    return /[?#\s]/.test(value) ? 'a path contains no "?", "#" or space; the query of the request is appended' : undefined;
  }
  if (value === '') return 'the host is empty';
  return /\/|\s|@/.test(value) ? 'a host contains no scheme, path or space' : undefined;
}
