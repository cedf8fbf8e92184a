/** Filters of HTTPRoute and GRPCRoute, and the header matches that other kinds share. */
import {
  anyText,
  bool,
  get,
  isGiven,
  items,
  type Node,
  oneOf,
  type Refusal,
  refined,
  type Shape,
  type TextCheck,
  text,
} from '@mcpgw/structure';
import { experimental, externalAuth } from './experimental.js';
import {
  atKey,
  atNode,
  belongsTo,
  type Constraint,
  chars,
  int,
  listByKey,
  listOf,
  must,
  notBoth,
  object,
  quoted,
  setOf,
  textOr,
} from './object.js';
import { backendRef, localObjectRef } from './references.js';
import { headerName, integer, port, preciseHostname } from './texts.js';

const header = object('a header', {
  name: must(headerName, 'the name of the header'),
  value: must(chars(4096, 1, 'a header value'), 'the value of the header'),
});
const headers = listByKey(header, 'name', { max: 16 });
export const headerModifier: Shape = object('a header modifier', { add: headers, set: headers, remove: setOf(anyText, { max: 16 }) });

const exactOrRegex = oneOf('Exact', 'RegularExpression');
export const headerMatch: Shape = object('a header match', {
  name: must(headerName, 'the name of the header'),
  type: exactOrRegex,
  value: must(chars(4096), 'the value to match'),
});
export const queryMatch: Shape = object('a query parameter match', {
  name: must(headerName, 'the name of the parameter'),
  type: exactOrRegex,
  value: must(chars(1024), 'the value to match'),
});

const starAlone = (node: Node): readonly Refusal[] => {
  const all = items(node);
  const star = all.findIndex(item => text(item) === '*');
  return star < 0 || all.length === 1
    ? []
    : [atNode(all[star]!, [star], '"*" stands for everything and has to be the only entry', 'remove the other entries')];
};
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];
export const method: Shape = oneOf(...methods);
const originForm = /^\*$|^https?:\/\/(?:(?:\*\.)?[a-zA-Z0-9.-]*[a-zA-Z0-9-]|\*)(?::[0-9]{1,5})?$/;
const origin: TextCheck = value =>
  originForm.test(value) && !value.includes('..') && !/\/\/(?:\*\.)?\./.test(value)
    ? undefined
    : {
        message: `${quoted(value)} is not an origin`,
        suggestion: 'write scheme and host without a path, such as "https://example.com", or "*"',
      };
const star = (shape: Shape): Shape => refined(shape, starAlone);
/** The fields of a CORS filter. */
export const corsFields = {
  allowCredentials: bool,
  allowHeaders: star(setOf(headerName, { max: 64 })),
  allowMethods: star(setOf(oneOf(...methods, '*'), { max: 9 })),
  allowOrigins: star(setOf(chars(253, 1, 'an origin', origin, originForm.source), { max: 64 })),
  exposeHeaders: setOf(headerName, { max: 64 }),
  maxAge: int(1),
};

const fraction = object('a fraction', { numerator: must(int(0), 'the part'), denominator: int(1) }, ({ node }) => {
  const part = integer(get(node, 'numerator')) ?? 0;
  const whole = integer(get(node, 'denominator')) ?? 100;
  return part <= whole ? [] : [atKey(node, 'numerator', `${part} is more than the denominator ${whole}`)];
});
const requestMirror = object(
  'a mirror filter',
  { backendRef: must(backendRef, 'where the copies go'), fraction, percent: int(0, 100) },
  notBoth('percent', 'fraction'),
);

const pathModifier = object(
  'a path modifier',
  {
    type: must(oneOf('ReplaceFullPath', 'ReplacePrefixMatch'), 'how the path changes'),
    replaceFullPath: chars(1024, 0),
    replacePrefixMatch: chars(1024, 0),
  },
  belongsTo('replaceFullPath', 'type', 'ReplaceFullPath'),
  belongsTo('replacePrefixMatch', 'type', 'ReplacePrefixMatch'),
);
const redirectCodes = [301, 302, 303, 307, 308];
const isRedirect = (node: Node): readonly Refusal[] =>
  redirectCodes.includes(integer(node) ?? 0)
    ? []
    : [{ node, message: `${integer(node)} is not a status of a redirect`, suggestion: `one of ${redirectCodes.join(', ')}` }];
const redirectCode = refined(int(0), isRedirect, { enum: redirectCodes });
const requestRedirect = object('a redirect filter', {
  hostname: preciseHostname,
  path: pathModifier,
  port,
  scheme: oneOf('http', 'https'),
  statusCode: redirectCode,
});
const urlRewrite = object('a rewrite filter', { hostname: preciseHostname, path: pathModifier });

const fields: Record<string, Shape> = {
  RequestHeaderModifier: headerModifier,
  ResponseHeaderModifier: headerModifier,
  RequestMirror: requestMirror,
  RequestRedirect: requestRedirect,
  URLRewrite: urlRewrite,
  ExtensionRef: localObjectRef,
  CORS: object('a CORS filter', corsFields),
  ExternalAuth: experimental(externalAuth, 'externalAuth'),
};
/** The field with the configuration of a type of filter. */
const fieldOf = (type: string): string =>
  type === type.toUpperCase() ? type.toLowerCase() : type.replace(/^URL|^[A-Z]/, start => start.toLowerCase());

function filterOf(types: readonly string[]): Shape {
  const table: Record<string, Shape> = Object.create(null);
  for (const type of types) table[fieldOf(type)] = fields[type]!;
  const rules: Constraint[] = types.map(type => belongsTo(fieldOf(type), 'type', type));
  return object('a filter', { type: must(oneOf(...types), 'what the filter does'), ...table }, ...rules);
}

/** Types of filters that may occur only once in a list. */
function once(types: readonly string[]): (node: Node) => readonly Refusal[] {
  return node => {
    const seen = new Set<string>();
    return items(node).flatMap((item, index) => {
      const type = textOr(item, 'type', '');
      const again = types.includes(type) && seen.has(type);
      seen.add(type);
      return again ? [atNode(item, [index], `a second filter of type "${type}"; the list takes one`, 'merge the two')] : [];
    });
  };
}

function redirectOrRewrite(node: Node): readonly Refusal[] {
  const all = items(node);
  const rewrite = all.findIndex(item => textOr(item, 'type', '') === 'URLRewrite');
  const redirects = all.some(item => textOr(item, 'type', '') === 'RequestRedirect');
  return rewrite >= 0 && redirects
    ? [atNode(all[rewrite]!, [rewrite], 'a request is either redirected or rewritten, not both', 'remove one of the two filters')]
    : [];
}

const headerTypes = ['RequestHeaderModifier', 'ResponseHeaderModifier'];
const httpTypes = [...headerTypes, 'RequestMirror', 'RequestRedirect', 'URLRewrite', 'ExtensionRef', 'CORS', 'ExternalAuth'];
const singles = [...headerTypes, 'RequestRedirect', 'URLRewrite'];
const corsOnce = once(['CORS']);

/** Filters of an HTTPRoute. From v1.5.1 of the Gateway API, at most one CORS filter is allowed. */
export const httpFilters: Shape = listOf(filterOf(httpTypes), { max: 16 }, once(singles), redirectOrRewrite, (node, version) =>
  version === '1.5.0' ? [] : corsOnce(node),
);
export const grpcFilters: Shape = listOf(filterOf([...headerTypes, 'RequestMirror', 'ExtensionRef']), { max: 16 }, once(headerTypes));

/** The node that replaces the matched prefix, in the filter with a name; undefined if there is none. */
export function replacesPrefix(filters: Node | undefined, field: string): Node | undefined {
  const found = items(filters).filter(
    filter =>
      textOr(get(get(filter, field), 'path'), 'type', '') === 'ReplacePrefixMatch' &&
      isGiven(get(get(filter, field), 'path'), 'replacePrefixMatch'),
  );
  return found.length === 1 ? found[0] : undefined;
}
