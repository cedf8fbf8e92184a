/**
 * URLs as Go 1.26 parses and prints them (net/url/url.go). Components are byte strings (see toByteString), so escapes of bytes that are not
 * UTF-8 keep their meaning.
 */

import { parseAddress } from '../netip/netip.js';
import { quote } from '../strconv/quote.js';
import { fromByteString } from '../values/byte-string.js';
import { FuncError } from '../values/value.js';

/** url.Userinfo: the user name and password of a URL. */
export interface Userinfo {
  readonly username: string;
  /** Absent if there is no colon. */
  readonly password?: string;
}

/** url.URL. Components are byte strings. */
export interface Url {
  scheme: string;
  opaque: string;
  user?: Userinfo;
  host: string;
  path: string;
  rawPath: string;
  rawQuery: string;
  fragment: string;
  rawFragment: string;
  /** The URL ends in a `?` without a query. */
  forceQuery: boolean;
  /** The form `scheme:/path`, without an authority. */
  omitHost: boolean;
}

/** A URL without any component. */
export const emptyUrl = (): Url => ({
  ...{ scheme: '', opaque: '', host: '', path: '', rawPath: '', rawQuery: '', fragment: '', rawFragment: '' },
  ...{ forceQuery: false, omitHost: false },
});

/** Characters that are not escaped, by component. Letters and digits are never escaped; bytes outside ASCII always are. */
const plain = {
  path: /^[A-Za-z0-9$&+,\-./:;=@_~]$/,
  host: /^[A-Za-z0-9!"$&'()*+,\-.:;<=>[\]_~]$/,
  zone: /^[A-Za-z0-9!"$&'()*+,\-.:;<=>[\]_~]$/,
  user: /^[A-Za-z0-9$&+,\-.;=_~]$/,
  fragment: /^[A-Za-z0-9!$&()*+,\-./:;=?@_~]$/,
};
type Component = keyof typeof plain;

const text = fromByteString;

/**
 * url.Parse of a byte string. `strictColons` is GODEBUG's urlstrictcolons, which refuses additional colons in the host of an HTTP URL.
 *
 * @throws FuncError with `parse "URL": REASON`
 */
export function parseUrl(raw: string, strictColons = true): Url {
  const hash = raw.indexOf('#');
  const main = hash < 0 ? raw : raw.slice(0, hash);
  const url = within(main, () => parseMain(main, strictColons));
  const fragment = hash < 0 ? '' : raw.slice(hash + 1);
  if (fragment === '') return url;
  return within(raw, () => {
    url.fragment = percentDecode(fragment, 'fragment');
    url.rawFragment = percentEncode(url.fragment, 'fragment') === fragment ? '' : fragment;
    return url;
  });
}

function within<T>(raw: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FuncError) throw new FuncError(`parse ${quote(text(raw))}: ${error.message}`);
    throw error;
  }
}

function parseMain(raw: string, strictColons: boolean): Url {
  if (/[\x00-\x1f\x7f]/.test(raw)) throw new FuncError('net/url: invalid control character in URL');
  const url = emptyUrl();
  if (raw === '*') return { ...url, path: '*' };
  if (raw.startsWith(':')) throw new FuncError('missing protocol scheme');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(raw)?.[1];
  url.scheme = scheme?.toLowerCase() ?? '';
  const rest = splitQuery(url, scheme === undefined ? raw : raw.slice(scheme.length + 1));
  if (!rest.startsWith('/')) {
    if (url.scheme !== '') return { ...url, opaque: rest };
    if (firstSegment(rest).includes(':')) throw new FuncError('first path segment in URL cannot contain colon');
  }
  let path = rest;
  if ((url.scheme !== '' || !rest.startsWith('///')) && rest.startsWith('//')) {
    const authority = firstSegment(rest.slice(2));
    path = rest.slice(2 + authority.length);
    parseAuthority(url, authority, strictColons);
  } else if (url.scheme !== '') url.omitHost = true;
  url.path = percentDecode(path, 'path');
  url.rawPath = percentEncode(url.path, 'path') === path ? '' : path;
  return url;
}

const firstSegment = (path: string): string => path.split('/', 1)[0]!;

/** Removes the query from `rest` and returns the remainder. */
function splitQuery(url: Url, rest: string): string {
  const mark = rest.indexOf('?');
  if (mark < 0) return rest;
  url.forceQuery = mark === rest.length - 1;
  url.rawQuery = rest.slice(mark + 1);
  return rest.slice(0, mark);
}

function parseAuthority(url: Url, authority: string, strictColons: boolean): void {
  const at = authority.lastIndexOf('@');
  const isStrict = strictColons && (url.scheme === 'http' || url.scheme === 'https');
  url.host = parseHost(authority.slice(at + 1), isStrict);
  if (at < 0) return;
  const userinfo = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(userinfo)) throw new FuncError('net/url: invalid userinfo');
  const colon = userinfo.indexOf(':');
  const username = percentDecode(colon < 0 ? userinfo : userinfo.slice(0, colon), 'user');
  url.user = colon < 0 ? { username } : { username, password: percentDecode(userinfo.slice(colon + 1), 'user') };
}

function parseHost(host: string, isStrict: boolean): string {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) throw new FuncError('invalid IP-literal');
  if (bracket === 0) return parseBracketedHost(host);
  const first = host.indexOf(':');
  if (first >= 0) checkPort(host.slice(isStrict ? first : host.lastIndexOf(':')));
  return percentDecode(host, 'host');
}

function parseBracketedHost(host: string): string {
  const close = host.lastIndexOf(']');
  if (close < 0) throw new FuncError("missing ']' in host");
  const port = host.slice(close + 1);
  checkPort(port);
  const name = host.slice(1, close);
  const zone = name.indexOf('%25');
  const unescaped =
    zone < 0 ? percentDecode(name, 'host') : percentDecode(name.slice(0, zone), 'host') + percentDecode(name.slice(zone), 'zone');
  if (isIPv4(unescaped)) throw new FuncError('invalid IP-literal');
  return `[${unescaped}]${port}`;
}

function isIPv4(address: string): boolean {
  try {
    return parseAddress(text(address)).bytes.length === 4;
  } catch (error) {
    if (error instanceof FuncError) throw new FuncError(`invalid host: ${error.message}`);
    throw error;
  }
}

const validPort = /^(?::[0-9]*)?$/;

function checkPort(port: string): void {
  if (!validPort.test(port)) throw new FuncError(`invalid port ${quote(text(port))} after host`);
}

function percentDecode(bytes: string, component: Component): string {
  for (let i = 0; i < bytes.length; i += bytes[i] === '%' ? 3 : 1) {
    const c = bytes[i]!;
    if (c === '%') checkEscape(bytes.slice(i, i + 3), component);
    else if ((component === 'host' || component === 'zone') && c < '\x80' && !plain[component].test(c)) {
      throw new FuncError(`invalid character ${quote(text(c))} in host name`);
    }
  }
  return bytes.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function checkEscape(escaped: string, component: Component): void {
  const valid = /^%[0-9A-Fa-f]{2}$/.test(escaped);
  const code = Number.parseInt(escaped.slice(1), 16);
  const refused =
    escaped !== '%25' &&
    ((component === 'host' && code < 0x80) || (component === 'zone' && code !== 0x20 && !plain.host.test(String.fromCharCode(code))));
  if (!valid || refused) throw new FuncError(`invalid URL escape ${quote(text(escaped))}`);
}

const escapeByte = (c: string): string => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
const percentEncode = (bytes: string, component: Component): string =>
  bytes.replace(/[^A-Za-z0-9]/g, c => (plain[component].test(c) ? c : escapeByte(c)));

/** The path or fragment as it was written if that is a valid encoding of its meaning; otherwise encoded again. */
function spelling(raw: string, meaning: string, component: 'path' | 'fragment'): string {
  const valid = raw !== '' && [...raw].every(c => /[!$&'()*+,;=:@[\]%]/.test(c) || plain[component].test(c));
  if (valid && !/%(?![0-9A-Fa-f]{2})/.test(raw) && percentDecode(raw, component) === meaning) return raw;
  return component === 'path' && meaning === '*' ? '*' : percentEncode(meaning, component);
}

/** Userinfo.String. */
export const formatUserinfo = ({ username, password }: Userinfo): string =>
  percentEncode(username, 'user') + (password === undefined ? '' : `:${percentEncode(password, 'user')}`);

/** URL.String. */
export function formatUrl(url: Url): string {
  let out = url.scheme === '' ? '' : `${url.scheme}:`;
  out += url.opaque === '' ? formatHierarchy(url, out) : url.opaque;
  if (url.forceQuery || url.rawQuery !== '') out += `?${url.rawQuery}`;
  if (url.fragment !== '') out += `#${spelling(url.rawFragment, url.fragment, 'fragment')}`;
  return out;
}

function formatHierarchy(url: Url, before: string): string {
  let out = '';
  const hasAuthority = url.host !== '' || url.user !== undefined;
  if (hasAuthority || (url.scheme !== '' && url.path !== '' && !url.omitHost)) out += '//';
  if (url.user !== undefined) out += `${formatUserinfo(url.user)}@`;
  out += percentEncode(url.host, 'host');
  const path = spelling(url.rawPath, url.path, 'path');
  if (path !== '' && !path.startsWith('/') && url.host !== '') out += '/';
  if (before === '' && out === '' && firstSegment(path).includes(':')) out += './';
  return out + path;
}

/** URL.Hostname: the host without its port and without brackets. */
export function hostname({ host }: Url): string {
  const colon = host.lastIndexOf(':');
  const name = colon >= 0 && validPort.test(host.slice(colon)) ? host.slice(0, colon) : host;
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}
