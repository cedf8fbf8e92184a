/** Makes text of servers, errors and configuration safe to show to people and models. */

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
const schemes = 'bearer|basic|negotiate|digest';

/**
 * Words that stand after the name of a secret or of an authentication scheme in a sentence about it. Everything else there is
 * masked, also what looks like a word.
 */
const proseWords = new Set(
  `a access after against algorithm alg allowed an and api are as at audience auth authentication authorization authenticate authority bad be because
  been before belongs but by can cannot challenge check checked claim claims client contains could credential credentials denied did digest disabled
  does doesn't empty endpoint error errors exceeded expected expiration expired expires expiry fail failed failure field flow for format found from grant had
  has have header headers https if in incorrect insufficient introspection invalid is issued issuer it its key keys lacks length login malformed
  may mechanism method mismatch missing must name near needed needs no none not null of on only or parameter please prefix present property protocol provide
  provided realm received refused rejected request required requires requests revoked scheme schema schemes scope scopes see send sent set
  should signature support supported that the their then there this to token tokens too type undefined understanding unexpected
  unknown unsupported until unverified usage use used using validation value values verification version was we were when
  which while will with without wrong you your`.split(/\s+/),
);

function isProse(word: string): boolean {
  return proseWords.has(word.toLowerCase().replace(/[.,;:!?=)\]]+$/, ''));
}

/** After a scheme: a token, or the next word of a sentence. `basic` and the like are also words of their own, so there a token must look like one. */
const afterScheme = new RegExp(`\\b(${schemes})(\\s+)([\\w.~+/=:-]{4,})`, 'gi');
const looksLikeToken = /\d|[a-z][A-Z]|[+/=~]|^.{20,}$/;

/** The end of a text that names the header whose value comes next. */
const authorizationHeader = /authorization["']?\s*[:=]\s*["']?$/i;

function maskAfterScheme(all: string, scheme: string, gap: string, word: string, offset: number, whole: string): string {
  const isValue = /^bearer$/i.test(scheme) || authorizationHeader.test(whole.slice(Math.max(0, offset - 40), offset));
  if (isProse(word) || !(isValue || looksLikeToken.test(word))) return all;
  return `${scheme}${gap}${mask}${/[.,;:]$/.exec(word)?.[0] ?? ''}`;
}

/** After the name of a secret: its value, or the next word of a sentence (`invalid token: expired`). A value after `=` or in quotes is always one. */
const afterName =
  /(?<![\w-])((?:[\w-]*(?:token|secret|passw(?:or)?d|pwd|api[_-]?key|access[_-]?key|private[_-]?key|signature|session[_-]?id|cookie))|authorization)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi;

const schemeWord = new RegExp(`^(?:${schemes})$`, 'i');

function maskAfterName(all: string, name: string, between: string, value: string, offset: number, whole: string): string {
  const isSentence = /^:\s+$/.test(between) && isProse(value);
  const isScheme = schemeWord.test(value) && !whole.startsWith(` ${mask}`, offset + all.length);
  return isSentence || isScheme ? all : `${name}${between}${mask}`;
}

const secretPatterns: readonly ((text: string) => string)[] = [
  text => text.replace(afterScheme, maskAfterScheme),
  text => text.replace(/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, mask),
  text =>
    text.replace(/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|sk_live_|rk_live_|npm_|hf_|AKIA|ASIA|AIza|ya29\.)[\w-]{8,}/g, mask),
  text => text.replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mask),
  text => text.replace(afterName, maskAfterName),
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
  const masked = secretPatterns.reduce((current, maskPattern) => maskPattern(current), maskUrls(known));
  return truncate(masked.replace(/ +/g, ' ').trim(), maxLength);
}
