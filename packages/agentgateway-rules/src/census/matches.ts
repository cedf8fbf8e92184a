import type { Census } from '@mcpgw/structure';
import { noAccess, row, works } from './answers.js';

const never = row(['match-never-holds'], ['match-never-holds'], ['match-never-holds'], ['header-contradiction']);

/** `config/matches.ts`. */
export const matchesCensus: Census = {
  'a match': {
    headers: { ...never, opens: ['match-never-holds', 'match-without-path'] },
    path: row(
      ['path-never-matches', 'match-never-holds'],
      ['route-shadowed', 'match-without-path'],
      ['path-without-slash'],
      ['route-shadowed', 'rewrite-fails'],
    ),
    method: row(
      ['method-never-matches'],
      ['method-silently-dropped', 'match-without-path'],
      ['method-never-matches'],
      ['route-shadowed', 'header-contradiction'],
    ),
    query: { ...never, opens: ['match-never-holds', 'match-without-path'] },
  },
  'a path match': {
    exact: row(
      ['path-never-matches', 'path-without-slash'],
      ['auth-path-exact'],
      ['path-never-matches'],
      ['route-shadowed', 'rewrite-fails'],
    ),
    pathPrefix: row(['path-never-matches', 'path-without-slash'], ['match-without-path'], ['path-never-matches'], ['route-shadowed']),
    regex: row(['path-never-matches', 'regex-whole-value'], noAccess, ['regex-whole-value'], ['route-shadowed', 'rewrite-fails']),
    invalid: row(['match-never-holds'], noAccess, ['match-never-holds'], ['route-shadowed']),
  },
  'a header match': { name: never, value: never },
  'a query match': { name: never, value: never },
  'a value match': {
    exact: never,
    regex: row(['regex-whole-value'], ['regex-whole-value'], ['regex-whole-value'], ['header-contradiction']),
    invalid: row('A value that is marked as invalid says so itself.', noAccess, works, works),
  },
};
