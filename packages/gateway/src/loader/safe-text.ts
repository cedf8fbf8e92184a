/** Makes text of servers, errors and configuration fit to show to people and models. */

/** Longest text shown, in UTF-16 units. */
export const maxSafeText = 300;
const maxRead = 8192;
const minSecret = 6;
const mask = '***';

const stackFrame = / at (?:async )?(?:[\w.<>$[\] ]{1,200} )?\(?(?:file:|node:|[A-Za-z]:\\|\/)[^\s)]{1,500}:\d+:\d+\)?/g;
const pythonStack = /Traceback \(most recent call last\):/;
const ansi = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;
const unprintable = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/g;

const urlWithSecrets = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/?#@"'<>]*@)?([^\s?#"'<>]*)(\?[^\s#"'<>]*)?(#[^\s"'<>]*)?/gi;
const secretPatterns: readonly [RegExp, string][] = [
  [/\b(bearer|basic|negotiate|digest)\s+[\w.~+/=:-]{4,}/gi, `$1 ${mask}`],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, mask],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|sk_live_|rk_live_|npm_|hf_|AKIA|ASIA|AIza|ya29\.)[\w-]{8,}/g, mask],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mask],
  [
    /(?<![\w-])((?:[\w-]*(?:token|secret|passw(?:or)?d|pwd|api[_-]?key|access[_-]?key|private[_-]?key|signature|session[_-]?id|cookie))|authorization)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    `$1$2${mask}`,
  ],
];

/** Removes userinfo, and every value of a query or fragment, from each URL in `text`. */
function maskUrls(text: string): string {
  return text.replace(urlWithSecrets, (_all, scheme: string, place: string, query?: string) => {
    const at = place.lastIndexOf('@');
    return `${scheme}${place.slice(at + 1)}${query ? `?${mask}` : ''}`;
  });
}

function maskSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = [...new Set(secrets)].filter(secret => secret.length >= minSecret).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((masked, secret) => masked.replaceAll(secret, mask), text);
}

/** Of a Python traceback, the line that says what was raised. */
function withoutTraceback(text: string): string {
  const traceback = pythonStack.exec(text);
  if (!traceback) return text;
  const lines = text
    .slice(traceback.index)
    .split('\n')
    .filter(line => /^\S/.test(line));
  return `${text.slice(0, traceback.index)}${lines.length > 1 ? lines.at(-1) : ''}`;
}

function oneLine(text: string): string {
  return text.replace(ansi, ' ').replace(unprintable, ' ').replace(/\s+/g, ' ');
}

/** Cuts `text` to `length` UTF-16 units, the last one an ellipsis, without splitting a surrogate pair. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/**
 * One printable line of at most `maxLength` units: no stack, no control or direction characters, no token, no userinfo,
 * no query values, and none of `secrets` (values of the connection that failed).
 */
export function safeText(text: string, secrets: readonly string[] = [], maxLength: number = maxSafeText): string {
  const line = oneLine(withoutTraceback(text.slice(0, maxRead))).replace(stackFrame, ' ');
  const known = maskSecrets(line, secrets);
  const masked = secretPatterns.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), maskUrls(known));
  return truncate(masked.replace(/ +/g, ' ').trim(), maxLength);
}
