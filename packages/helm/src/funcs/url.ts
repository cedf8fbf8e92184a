/** urlParse and urlJoin of sprig v3.3.0 (url.go) over Go's net/url. */

import { kindOf } from '@mcpgw/go/reflect';
import { emptyUrl, formatUrl, formatUserinfo, hostname, parseUrl, type Url } from '@mcpgw/go/url';
import { type Func, FuncError, fromByteString, GoMap, NIL_POINTER, toByteString } from '@mcpgw/go/values';
import type { Dialect } from '../common/dialect.js';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

export const urlFuncs = (_deps: FuncDeps, { strictUrlColons }: Dialect): readonly Func[] => [
  func('urlParse', ['string'], 'map', (url: string) => {
    const parsed = parse(toByteString(url), 'unable to parse url', strictUrlColons);
    const parts: Readonly<Record<string, string>> = {
      scheme: parsed.scheme,
      host: parsed.host,
      hostname: hostname(parsed),
      path: parsed.path,
      query: parsed.rawQuery,
      opaque: parsed.opaque,
      fragment: parsed.fragment,
      userinfo: parsed.user === undefined ? '' : formatUserinfo(parsed.user),
    };
    return new GoMap(Object.entries(parts).map(([key, value]) => [key, fromByteString(value)]));
  }),
  func('urlJoin', ['map'], 'string', (parts: GoMap) => {
    const part = (key: string) => toByteString(stringAt(parts, key));
    const url: Url = {
      ...emptyUrl(),
      ...{ scheme: part('scheme'), host: part('host'), path: part('path') },
      ...{ rawQuery: part('query'), opaque: part('opaque'), fragment: part('fragment') },
    };
    const userinfo = part('userinfo');
    const user = userinfo === '' ? undefined : parse(`proto://${userinfo}@host`, 'unable to parse userinfo in dict', strictUrlColons).user;
    return fromByteString(formatUrl(user === undefined ? url : { ...url, user }));
  }),
];

function parse(url: string, failure: string, strictColons: boolean): Url {
  try {
    return parseUrl(url, strictColons);
  } catch (error) {
    if (error instanceof FuncError) throw new FuncError(`${failure}: ${error.message}`);
    throw error;
  }
}

/**
 * Returns the string at a key, or the empty string if the key is missing.
 *
 * @throws FuncError if the value has another kind
 */
function stringAt(parts: GoMap, key: string): string {
  const value = parts.get(key);
  if (value === undefined) return '';
  if (value === null) throw new FuncError(NIL_POINTER);
  if (typeof value !== 'string') throw new FuncError(`unable to parse ${key} key, must be of type string, but ${kindOf(value)} found`);
  return value;
}
