import { any, anyText, checkShape, def, items, list, opt, refined, req, type Shape, struct, versioned } from '@mcpgw/structure';
import { count, v13 } from './common.js';
import { headerOrPseudo, regex } from './scalars.js';

/** A value to match exactly or by a regular expression. */
const valueMatch: Shape = struct(
  'a value match',
  { exact: def(anyText, 'The value'), regex: def(regex, 'Regular expression for the value'), invalid: def(any, 'Never matches', v13) },
  { choices: [{ keys: ['exact', 'regex', 'invalid'], need: 'one' }] },
);
export const headerMatches: Shape = list(
  struct('a header match', { name: req(headerOrPseudo, 'name of the header'), value: req(valueMatch, 'value of the header') }),
);

/** Before v1.0, a pattern is written with its length, as `[pattern, length]`. */
const regexWithLength: Shape = refined(list(any, 2, 2), (node, version) =>
  items(node).flatMap((item, index) =>
    checkShape(item, index === 0 ? regex : count, { file: '', version, reader: '' }).map(({ message, suggestion }) => ({
      node: item,
      at: [index],
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    })),
  ),
);
const pathMatch: Shape = struct(
  'a path match',
  {
    exact: def(anyText, 'The whole path'),
    pathPrefix: def(anyText, 'Start of the path, by whole segments', { example: '/mcp' }),
    regex: def(versioned({ until: '1.0.0', shape: regexWithLength }, { shape: regex }), 'Regular expression for the path'),
    invalid: def(any, 'Never matches', v13),
  },
  { choices: [{ keys: ['exact', 'pathPrefix', 'regex', 'invalid'], need: 'one' }] },
);
const query: Shape = list(
  struct('a query match', { name: req(anyText, 'name of the parameter'), value: req(valueMatch, 'value of the parameter') }),
);

/** The condition of a route. The proxy drops a `method` that is not a string; a rule reports this. */
export const routeMatch: Shape = versioned(
  {
    until: '1.0.0',
    shape: struct('a match', {
      headers: def(headerMatches, 'Headers that have to match'),
      path: req(pathMatch, 'path that has to match'),
      method: opt(any, 'HTTP method'),
      query: def(query, 'Query parameters that have to match'),
    }),
  },
  {
    shape: struct('a match', {
      headers: def(headerMatches, 'Headers that have to match'),
      path: def(pathMatch, 'Path that has to match'),
      method: opt(any, 'HTTP method'),
      query: def(query, 'Query parameters that have to match'),
    }),
  },
);
