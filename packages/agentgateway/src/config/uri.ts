/** The parts of a URI. The syntax is that of Rust's http crate, with which the proxy parses addresses. */
export interface Uri {
  readonly scheme?: string;
  readonly host?: string;
  readonly path: string;
}

const authorityChars = /^[!#$&'()*+,\-./0-9:;=?@A-Z[\]_a-z~%]*$/;
const pathChars = /^[!$-;=@-_a-z|~"{}\u0080-\uffff]*$/;
const queryChars = /^[!$-;=?-~\u0080-\uffff]*$/;

/** Parses a URI. Returns its parts, or what is wrong with it. */
export function parseUri(text: string): Uri | { readonly problem: string } {
  if (text === '') return { problem: 'the address is empty' };
  if (text === '*') return { path: '*' };
  if (text.startsWith('/')) return pathOf(text) ?? badChar;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1];
  const rest = scheme === undefined ? text : text.slice(scheme.length + 3);
  const end = rest.search(/[/?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  if (scheme === undefined && end >= 0) return { problem: 'the address has a path and no scheme' };
  const problem = authorityProblem(authority);
  if (problem !== undefined) return { problem };
  const path = end < 0 ? { path: '/' } : pathOf(rest.slice(end));
  if (path === undefined) return badChar;
  return { ...(scheme === undefined ? {} : { scheme: scheme.toLowerCase() }), host: hostOf(authority), path: path.path };
}

const badChar = { problem: 'a character of the address is not allowed in a URL' };

function pathOf(text: string): Uri | undefined {
  const withoutFragment = text.split('#', 1)[0]!;
  const mark = withoutFragment.indexOf('?');
  const path = mark < 0 ? withoutFragment : withoutFragment.slice(0, mark);
  const query = mark < 0 ? '' : withoutFragment.slice(mark + 1);
  return pathChars.test(path) && queryChars.test(query) ? { path: path === '' ? '/' : path } : undefined;
}

function authorityProblem(authority: string): string | undefined {
  if (authority === '') return 'the address has no host';
  if (!authorityChars.test(authority)) return badChar.problem;
  const afterUser = authority.slice(authority.lastIndexOf('@') + 1);
  if (afterUser === '') return 'the address has no host';
  if (afterUser.includes('%')) return 'the host contains a "%"';
  const bracketed = /^\[[^[\]]*\](.*)$/.exec(afterUser);
  if (bracketed === null && /[[\]]/.test(afterUser)) return 'the brackets around the host do not match';
  const tail = bracketed === null ? afterUser : bracketed[1]!;
  return (tail.match(/:/g) ?? []).length > 1 ? 'the host holds more than one ":"; put an IPv6 address in brackets' : undefined;
}

function hostOf(authority: string): string {
  const afterUser = authority.slice(authority.lastIndexOf('@') + 1);
  return afterUser.startsWith('[') ? afterUser.slice(0, afterUser.indexOf(']') + 1) : afterUser.split(':', 1)[0]!;
}
