/** Headers that clients write themselves and that read as if somebody had checked them. */

const identity =
  /^(?:x-)?(?:[a-z]+-)?(?:users?|user-?(?:id|name|role|email)|username|roles?|groups?|permissions?|admin|is-admin|email|subject|principal|authenticated(?:-user)?|verified|internal)$|^x-(?:forwarded-(?:for|user|email|groups|client-cert)|real-ip|client-ip|ssl-client-(?:verify|s-dn))$|^(?:true-client-ip|remote-user)$/;

/** The header of an identity that reads of an expression depend on, if they are of headers alone. */
export function believedHeader(reads: readonly { readonly path: readonly string[] }[]): string | undefined {
  const headers = reads.map(({ path }) => (path[0] === 'request' && path[1] === 'headers' ? (path[2] ?? '').toLowerCase() : ''));
  return headers.every(header => header !== '') ? headers.find(header => identity.test(header)) : undefined;
}
