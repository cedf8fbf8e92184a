import { dnsSubdomain, type Wrong } from './grammar.js';

/** Users of Windows containers. Follows kubernetes 1.34, validateWindowsSecurityContextOptions. */

const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const maxDomain = 256;
const maxUser = 104;

/** `user` or `DOMAIN\user`. */
export function windowsUser(text: string): Wrong {
  const parts = text.split('\\');
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'it may not hold control characters';
  if (parts.length > 2) return 'it may hold one "\\" only, between the domain and the user';
  const domain = parts.length === 2 ? parts[0]! : undefined;
  if (domain !== undefined && (domain.length >= maxDomain || !(netBios.test(domain) || dnsSubdomain(domain) === undefined)))
    return 'the domain before the "\\" must be a NetBIOS name or a DNS name';
  return userPart(parts.at(-1)!);
}

function userPart(user: string): Wrong {
  if (user === '') return 'the name of the user is empty';
  if (user.length > maxUser) return `the name of the user may have at most ${maxUser} characters`;
  if (/^[. ]+$/.test(user)) return 'the name of the user may not consist of dots and spaces only';
  return /["/:;|=,+*?<>@[\]]/.test(user) ? 'the name of the user may not hold any of "/:;|=,+*?<>@[]' : undefined;
}

/** Checks the size of a GMSA credential specification. */
export function windowsCredentials(text: string): Wrong {
  if (text === '') return 'it may not be empty';
  return text.length > 64 * 1024 ? 'it may have at most 64 KiB' : undefined;
}
