/** Kinds of text in Gateway API and agentgateway.dev objects: names, host names, durations, sizes. */
import { isIP } from 'node:net';
import { checkCel, type Node, type Shape, string, type TextCheck, union, versioned } from '@mcpgw/structure';
import { chars, int, quoted } from './object.js';

const label = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const labelForm = new RegExp(`^${label}$`);
const dotted = `${label}(?:\\.${label})*`;

/** Whether a text consists of lower-case labels separated by dots. */
export function isSubdomain(value: string): boolean {
  return value.split('.').every(part => labelForm.test(part));
}

const lowerCase = 'use lower-case letters, digits and "-", with a letter or digit at both ends';
const subdomainCheck: TextCheck = value =>
  isSubdomain(value)
    ? undefined
    : { message: `${quoted(value)} is not a DNS name`, suggestion: `${lowerCase}; dots may stand between parts` };

/** The name of an object or of a part of one: DNS labels separated by dots. */
export const subdomain: Shape = chars(253, 1, 'a name', subdomainCheck, `^${dotted}$`);
/** The name of another object. The API server accepts any text here. */
export const objectName: Shape = chars(253, 1, 'a name');
/** Whether a text is a valid name of a namespace. */
export const isNamespace = (value: string): boolean => value.length <= 63 && labelForm.test(value);
const namespaceCheck: TextCheck = value =>
  isNamespace(value) ? undefined : { message: `${quoted(value)} is not the name of a namespace`, suggestion: lowerCase };
export const namespace: Shape = chars(63, 1, 'a namespace', namespaceCheck, `^${label}$`);
const groupCheck: TextCheck = value =>
  value === '' || isSubdomain(value)
    ? undefined
    : {
        message: `${quoted(value)} is not an API group`,
        suggestion: 'write the group without the version, such as "gateway.networking.k8s.io"; "" is the core group',
      };
/** An API group; empty for the core group. */
export const group: Shape = chars(253, 0, 'an API group', groupCheck, `^(?:${dotted})?$`);
const kindForm = /^[a-zA-Z](?:[-a-zA-Z0-9]*[a-zA-Z0-9])?$/;
const kindCheck: TextCheck = value =>
  kindForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a kind`, suggestion: 'write it as in its own manifest, such as "Service"' };
export const kindName: Shape = chars(63, 1, 'a kind', kindCheck, kindForm.source);
export const port: Shape = int(1, 65535);

/** A host name, with an optional `*.` prefix if `wildcard` is true. */
const host =
  (wildcard: boolean): TextCheck =>
  value => {
    if (isSubdomain(wildcard ? value.replace(/^\*\./, '') : value)) return undefined;
    return {
      message: `${quoted(value)} is not a hostname`,
      suggestion: `write it in lower case, without scheme, port and path${wildcard ? '; "*." may stand in front' : ''}`,
    };
  };
export const preciseHostname: Shape = chars(253, 1, 'a hostname', host(false), `^${dotted}$`);
export const hostname: Shape = chars(253, 1, 'a hostname', host(true), `^(?:\\*\\.)?${dotted}$`);

const token = "A-Za-z0-9!#$%&'*+\\-.^_`|~";
const headerForm = new RegExp(`^[${token}]+$`);
const headerCheck: TextCheck = value =>
  headerForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a name of an HTTP header`, suggestion: 'use letters, digits and "-"' };
export const headerName: Shape = chars(256, 1, 'a header name', headerCheck, headerForm.source);
const pseudoHeaders = [':authority', ':method', ':path', ':scheme', ':status'];
const headerOrPseudoCheck: TextCheck = value => (pseudoHeaders.includes(value) ? undefined : headerCheck(value));
export const headerOrPseudo: Shape = chars(256, 1, 'a header name', headerOrPseudoCheck, `^(?:${pseudoHeaders.join('|')}|[${token}]+)$`);

export const durationForm = /^(?:[0-9]{1,5}(?:h|m|s|ms)){1,4}$/;
const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Parses a Gateway API duration (GEP-2257: up to four whole numbers with h, m, s or ms). Returns milliseconds; undefined for any other text. */
export function milliseconds(value: string): number | undefined {
  if (!durationForm.test(value)) return undefined;
  return [...value.matchAll(/(\d+)(ms|h|m|s)/g)].reduce((sum, [, digits, unit]) => sum + Number(digits) * units[unit!]!, 0);
}

/** A duration of at least `min` milliseconds. */
export function duration(min = 0): Shape {
  const check: TextCheck = value => {
    const size = milliseconds(value);
    if (size === undefined)
      return {
        message: `${quoted(value)} is not a duration here`,
        suggestion: 'write whole numbers with h, m, s or ms, such as "10s", "1500ms" or "1m30s"',
      };
    return size >= min ? undefined : { message: `${quoted(value)} is too short`, suggestion: `write at least "${inWords(min)}"` };
  };
  return string('a duration', check, { pattern: durationForm.source });
}

function inWords(size: number): string {
  if (size % 60_000 === 0) return `${size / 60_000}m`;
  return size % 1000 === 0 ? `${size / 1000}s` : `${size}ms`;
}

const suffixes: Record<string, number> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

const sizeForm = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))([KMGTPE]i|[numkMGTPE](?!\d)|[eE][+-]?\d+)?$/;
const sizePattern = '^[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\\d+)?$';

/**
 * Parses a size such as `64Ki` or `1e3` by the pattern of its fields in the definitions of agentgateway.dev; undefined for any other text.
 * `parseQuantity` of @mcpgw/kubernetes also accepts spaces around a quantity and a dot alone, as the API server does in core objects.
 */
export function quantityOf(value: string): number | undefined {
  const found = sizeForm.exec(value);
  if (found === null) return undefined;
  const [, digits, suffix = ''] = found;
  return suffixes[suffix] === undefined ? Number(`${digits}${suffix}`) : Number(digits) * suffixes[suffix];
}

const sizeAdvice = 'write a number of bytes, or a quantity such as "64Ki"';
const maxBytes = 4_294_967_295;
const badSize = (value: string) => ({ message: `${quoted(value)} is not a size`, suggestion: sizeAdvice });
const outside = (value: string, min: number, max: number) => ({ message: `${quoted(value)} is out of range: from ${min} to ${max} bytes` });

function sizeText(min: number, max: number): TextCheck {
  return value => {
    const size = quantityOf(value);
    if (size === undefined) return badSize(value);
    return size >= min && size <= max ? undefined : outside(value, min, max);
  };
}

const exponentForm = /[eE](?:\+?0*(?:\d|1[0-8])|-0*\d)$/;
/** From v1.3.0, only the syntax of a size is checked. */
const formOnly: TextCheck = value =>
  quantityOf(value) === undefined || (/\d[eE][+-]?\d/.test(value) && !exponentForm.test(value)) ? badSize(value) : undefined;
const both =
  (first: TextCheck, second: TextCheck): TextCheck =>
  value =>
    first(value) ?? second(value);

/** A number of bytes: an integer or, from v1.2.0, a quantity. */
export function byteSize(min = 1, max = Number.POSITIVE_INFINITY): Shape {
  const top = Math.min(max, maxBytes);
  const exact = max === Number.POSITIVE_INFINITY ? formOnly : both(formOnly, sizeText(min, top));
  return versioned(
    { until: '1.2.0', shape: int(min, Math.min(max, Number.MAX_SAFE_INTEGER)) },
    { until: '1.3.0', shape: union(int(min, top), chars(32, 0, 'a quantity', sizeText(min, top), sizePattern)) },
    { shape: union(int(min, top), chars(32, 1, 'a quantity', exact, sizePattern)) },
  );
}

/** A Kubernetes quantity, as an integer or as a string. */
const quantityForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?(?:\d+(?:\.\d*)?|\.\d+))?$/;
const quantityCheck: TextCheck = value =>
  quantityForm.test(value)
    ? undefined
    : { message: `${quoted(value)} is not a quantity`, suggestion: 'write a number with a unit, such as "500m", "128Mi" or "2"' };
export const quantity: Shape = union(int(Number.MIN_SAFE_INTEGER), string('a quantity', quantityCheck, { pattern: quantityForm.source }));

/** An IP address as Kubernetes reads it: leading zeros are allowed, a zone is not. */
export const ipAddress: TextCheck = value =>
  isIP(value.replace(/(^|\.)0+(?=\d)/g, '$1')) === 0 || value.includes('%')
    ? { message: `${quoted(value)} is not an IP address` }
    : undefined;

/** A CEL expression. The API server checks only its length, so a syntax error, which the proxy cannot read, is a warning. */
export const expression: Shape = chars(16384, 1, 'a CEL expression', value => {
  const problem = checkCel(value);
  if (problem === undefined) return undefined;
  const message = `the API server takes this CEL expression, and the proxy cannot read it: ${problem.message}`;
  return { rule: 'cel-unreadable', severity: 'warning', message, suggestion: 'write a CEL expression; put text in quotes inside it' };
});
/** A duration as Go reads it. */
const goDuration = /^[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$/;
/** A duration such as `10s`, or a CEL expression that evaluates to one. The API server checks only the length. */
export const durationOrExpression: Shape = chars(16384, 1, 'a duration or a CEL expression', value => {
  const problem = goDuration.test(value) || value === '0' ? undefined : checkCel(value);
  if (problem === undefined) return undefined;
  const message = `the API server takes this text, and it is neither a duration nor a CEL expression: ${problem.message}`;
  return { rule: 'cel-unreadable', severity: 'warning', message, suggestion: 'write a duration such as "10s", or a CEL expression' };
});
export const expressions = (max: number): Shape => ({ type: 'list', of: expression, min: 1, max });

/** The integer of a scalar; undefined for any other node. */
export function integer(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}

/** Whether a text contains a single `*`, at its beginning or end. */
export function isSimpleWildcard(value: string): boolean {
  const star = value.indexOf('*');
  return star < 0 || (star === value.lastIndexOf('*') && (star === 0 || star === [...value].length - 1 || star === value.length - 1));
}
