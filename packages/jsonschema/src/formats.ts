/**
 * The formats that drafts 4 to 7 assert, by the rules of santhosh-tekuri/jsonschema v6.0.2 (format.go). Each function takes a string and
 * returns the problem, or undefined if there is none.
 */
import { escapeProblem } from './failure.js';

export type FormatCheck = (text: string) => string | undefined;

const digits = /^\d+$/;
const invalidCharacter = (text: string, allowed: RegExp): string | undefined => {
  const wrong = [...text].find(c => !allowed.test(c));
  return wrong === undefined ? undefined : `invalid character '${wrong}'`;
};

function jsonPointer(text: string): string | undefined {
  if (text === '') return undefined;
  if (!text.startsWith('/')) return 'not starting with /';
  return /~(?![01])/.test(text) ? '~ must be followed by 0 or 1' : undefined;
}

function relativeJsonPointer(text: string): string | undefined {
  const number = /^\d*/.exec(text)![0];
  if (number === '') return 'must start with non-negative integer';
  if (number.length > 1 && number.startsWith('0')) return 'starts with zero';
  const rest = text.slice(number.length);
  return rest === '#' ? undefined : jsonPointer(rest);
}

function uuid(text: string): string | undefined {
  const lengths = [8, 4, 4, 4, 12];
  const groups = text.split('-');
  if (groups.length !== lengths.length) return 'must have 5 elements';
  for (const [i, group] of groups.entries()) {
    if (group.length !== lengths[i]) return `element ${i + 1} must be ${lengths[i]} characters long`;
    const wrong = [...group].find(c => !/[0-9a-fA-F]/.test(c));
    if (wrong !== undefined) return `non-hex character '${wrong}'`;
  }
  return undefined;
}

/** Checks pairs of a number and a unit, such as `1Y2M`, with the units in the given order. */
function durationElements(text: string, units: string): string | undefined {
  let left = units;
  let rest = text;
  while (rest !== '') {
    const number = /^\d*/.exec(rest)![0];
    if (number === '') return 'missing number';
    const unit = rest[number.length];
    if (unit === undefined) return 'missing unit';
    const at = left.indexOf(unit);
    if (at < 0) return units.includes(unit) ? `unit '${unit}' out of order` : `invalid unit '${unit}'`;
    left = left.slice(at + 1);
    rest = rest.slice(number.length + 1);
  }
  return undefined;
}

function duration(text: string): string | undefined {
  if (!text.startsWith('P')) return 'must start with P';
  const body = text.slice(1);
  if (body === '') return 'nothing after P';
  if (body.endsWith('W')) return body === 'W' ? 'no number in week' : digits.test(body.slice(0, -1)) ? undefined : 'invalid week';
  const [date, time, ...more] = body.split('T');
  if (time === '') return 'no time elements';
  if (more.length > 0) return 'more than one T';
  return durationElements(date!, 'YMD') ?? (time === undefined ? undefined : durationElements(time, 'HMS'));
}

function ipv4(text: string): string | undefined {
  const groups = text.split('.');
  if (groups.length !== 4) return 'expected four decimals';
  for (const group of groups) {
    if (group.length > 1 && group.startsWith('0')) return 'leading zeros';
    if (!/^[+-]?\d+$/.test(group)) return `strconv.Atoi: parsing "${group}": invalid syntax`;
    if (Number(group) < 0 || Number(group) > 255) return 'decimal must be between 0 and 255';
  }
  return undefined;
}

function ipv6(text: string): string | undefined {
  if (!text.includes(':')) return 'missing colon';
  if (text.includes('%')) return 'zone id is not a part of ipv6 address';
  return process.getBuiltinModule('node:net').isIPv6(text) ? undefined : `ParseAddr("${text}"): unable to parse IP`;
}

function hostname(text: string): string | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name.length > 253) return 'more than 253 characters long';
  for (const label of name.split('.')) {
    if (label.length < 1 || label.length > 63) return 'label must be 1 to 63 characters long';
    if (label.startsWith('-')) return 'label starts with hyphen';
    if (label.endsWith('-')) return 'label ends with hyphen';
    const wrong = invalidCharacter(label, /[a-zA-Z0-9-]/);
    if (wrong) return wrong;
  }
  return undefined;
}

function emailLocalPart(local: string): string | undefined {
  if (local.length > 1 && local.startsWith('"')) {
    return /[\\"]/.test(local.slice(1, -1)) ? 'backslash and quote are not allowed within quoted local part' : undefined;
  }
  if (local.startsWith('.')) return 'starts with dot';
  if (local.endsWith('.')) return 'ends with dot';
  if (local.includes('..')) return 'consecutive dots';
  return invalidCharacter(local, /[a-zA-Z0-9.!#$%&'*+\-/=?^_`{|}~]/);
}

function emailDomain(domain: string): string | undefined {
  const literal = /^\[(?:(IPv6:)?)([^\]]*)\]$/.exec(domain);
  if (!literal) return prefixed('invalid domain: ', hostname(domain));
  return literal[1] ? prefixed('invalid ipv6 address: ', ipv6(literal[2]!)) : prefixed('invalid ipv4 address: ', ipv4(literal[2]!));
}

const prefixed = (prefix: string, reason: string | undefined): string | undefined => (reason === undefined ? undefined : prefix + reason);

function email(text: string): string | undefined {
  if (text.length > 254) return 'more than 255 characters long';
  const at = text.lastIndexOf('@');
  if (at < 0) return 'missing @';
  if (at > 64) return 'local part more than 64 characters long';
  return emailLocalPart(text.slice(0, at)) ?? emailDomain(text.slice(at + 1));
}

function date(text: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return `parsing time "${text}" as "2006-01-02": cannot parse "${text}" as "2006"`;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (month < 1 || month > 12) return `parsing time "${text}": month out of range`;
  const days = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
  return day < 1 || day > days ? `parsing time "${text}": day out of range` : undefined;
}

function time(text: string): string | undefined {
  if (text.length < 9) return 'less than 9 characters long';
  const match = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (!match) return 'not of the form hh:mm:ss with a fraction and an offset';
  const [hour, minute, second] = match.slice(1, 4).map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 60) return 'hour/min/sec out of range';
  const [offsetHour, offsetMinute] = [Number(match[6] ?? 0), Number(match[7] ?? 0)];
  if (offsetHour > 23 || offsetMinute > 59) return 'hour/min in offset out of range';
  const offset = (match[5] === '-' ? 1 : -1) * (offsetHour * 60 + offsetMinute);
  const utc = (hour * 60 + minute + offset + 24 * 60) % (24 * 60);
  return second === 60 && utc !== 24 * 60 - 1 ? 'invalid leap second' : undefined;
}

function dateTime(text: string): string | undefined {
  if (text.length < 20) return 'less than 20 characters long';
  if (text[10] !== 't' && text[10] !== 'T') return '11th character must be t or T';
  return prefixed('invalid date element: ', date(text.slice(0, 10))) ?? prefixed('invalid time element: ', time(text.slice(11)));
}

function period(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return 'missing slash';
  const [start, end] = [text.slice(0, slash), text.slice(slash + 1)];
  if (start.startsWith('P'))
    return prefixed('invalid start duration: ', duration(start)) ?? prefixed('invalid end date-time: ', dateTime(end));
  const wrongEnd = end.startsWith('P')
    ? prefixed('invalid end duration: ', duration(end))
    : prefixed('invalid end date-time: ', dateTime(end));
  return prefixed('invalid start date-time: ', dateTime(start)) ?? wrongEnd;
}

/** The errors of Go's net/url.Parse, as far as the formats need them. */
function urlProblem(text: string): string | undefined {
  if (/[\x00-\x1f\x7f]/.test(text)) return `parse "${text}": net/url: invalid control character in URL`;
  if (text.startsWith(':')) return `parse "${text}": missing protocol scheme`;
  const beforePath = /^[^/?#]*/.exec(text)![0];
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.exec(text);
  if (!scheme && beforePath.includes(':')) return `parse "${text}": first path segment in URL cannot contain colon`;
  const problem = escapeProblem(text.replace(/#.*$|\?.*$/s, ''));
  if (problem !== undefined) return problem;
  return authorityProblem(text, scheme ? scheme[0].length : 0);
}

function authorityProblem(text: string, start: number): string | undefined {
  const authority = /^\/\/([^/?#]*)/.exec(text.slice(start))?.[1];
  if (authority === undefined) return undefined;
  const at = authority.lastIndexOf('@');
  if (at >= 0 && /[^a-zA-Z0-9\-._:~!$&'()*+,;=%@]/.test(authority.slice(0, at))) return `parse "${text}": net/url: invalid userinfo`;
  const host = authority.slice(at + 1);
  if (/[ <>"\\^`{|}]/.test(host)) return `parse "${text}": invalid character in host name`;
  const address = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  if (address) return prefixed('invalid ipv6 address: ', ipv6(address[1]!));
  if (host.includes('[') || host.includes(']')) return `parse "${text}": missing ']' in host`;
  const port = /:(.*)$/s.exec(host)?.[1];
  return port !== undefined && !/^\d*$/.test(port) ? `parse "${text}": invalid port ":${port}" after host` : undefined;
}

const uri: FormatCheck = text => urlProblem(text) ?? (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) ? undefined : 'relative url');
const uriReference: FormatCheck = text => (text.includes('\\') ? 'contains \\' : urlProblem(text));

function uriTemplate(text: string): string | undefined {
  const problem = urlProblem(text);
  if (problem) return problem;
  for (const segment of text.replace(/[?#].*$/s, '').split('/')) {
    const braces = segment.replace(/[^{}]/g, '');
    if (/^(?:\{\})*$/.test(braces)) continue;
    return /\{$/.test(braces) && /^(?:\{\})*\{$/.test(braces) ? 'no matching closing brace' : 'nested curly braces';
  }
  return undefined;
}

function semver(text: string): string | undefined {
  const identifier = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
  const number = '(?:0|[1-9]\\d*)';
  const pattern = `^${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`;
  return new RegExp(pattern).test(text) ? undefined : 'versionCore must have 3 numbers separated by dot';
}

/**
 * The formats by name. A format that is not in the map is not checked. The validator checks `regex` itself, because it needs the regular
 * expression engine.
 */
export const formats: ReadonlyMap<string, FormatCheck> = new Map([
  ['json-pointer', jsonPointer],
  ['relative-json-pointer', relativeJsonPointer],
  ['uuid', uuid],
  ['duration', duration],
  ['period', period],
  ['ipv4', ipv4],
  ['ipv6', ipv6],
  ['hostname', hostname],
  ['email', email],
  ['date', date],
  ['time', time],
  ['date-time', dateTime],
  ['uri', uri],
  ['iri', uri],
  ['uri-reference', uriReference],
  ['iri-reference', uriReference],
  ['uri-template', uriTemplate],
  ['semver', semver],
]);
