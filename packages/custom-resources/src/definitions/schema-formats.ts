/** String formats that the API server checks in custom resources. It accepts any string for an unknown format, and any integer for int32. */
import { isIP } from 'node:net';
import type { Problem } from '@mcpgw/structure';

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const isDay = (text: string): boolean => new RegExp(`^${day}$`).test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const dateTime = new RegExp(`^(${day})[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:\\d{2})$`);

const formats: Readonly<Record<string, readonly [name: string, fits: (text: string) => boolean]>> = {
  'date-time': ['a point in time such as "2026-01-31T12:00:00Z"', text => isDay(dateTime.exec(text)?.[1] ?? '')],
  datetime: ['a point in time such as "2026-01-31T12:00:00Z"', text => isDay(dateTime.exec(text)?.[1] ?? '')],
  date: ['a date such as "2026-01-31"', isDay],
  duration: ['a duration such as "10s"', text => /^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)\s*(?:ns|us|µs|ms|s|m|h|d|w)\s*)+)$/.test(text)],
  ipv4: ['an IPv4 address', text => isIP(text) === 4],
  ipv6: ['an IPv6 address', text => isIP(text) === 6],
  cidr: ['a range of addresses such as "10.0.0.0/8"', isCidr],
  mac: ['a MAC address', text => /^(?:[\da-f]{2}[:-]){5}(?:(?:[\da-f]{2}[:-]){2})?[\da-f]{2}$/i.test(text)],
  uuid: ['a UUID', text => /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(text)],
  uri: ['an absolute URI or path', text => /^(?:\/|[A-Za-z][A-Za-z\d+.-]*:)[^\s]*$/.test(text)],
  email: ['an e-mail address', text => /^[^\s@]+@[^\s@]+$/.test(text)],
  hostname: ['a hostname', text => text.length <= 255 && /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9-]{1,63})*\.?$/.test(text)],
  byte: ['base64', text => /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)],
  hexcolor: ['a color such as "#ff8800"', text => /^#?(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)],
};

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  return more.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** What is wrong with a text of a format; undefined if it is valid. */
export function formatProblem(text: string, format: string): Problem | undefined {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return known === undefined || known[1](text) ? undefined : { message: `"${text.slice(0, 80)}" is not ${known[0]}` };
}
