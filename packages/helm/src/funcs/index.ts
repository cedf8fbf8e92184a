/** The functions of Helm's templates: Sprig v3.3.0 without env and expandenv, and Helm v4.2.4's own that need no engine. */
import type { Func, FuncMap } from '@mcpgw/gotemplate';
import { conversionFuncs } from './conversion.js';
import { defaultFuncs } from './defaults.js';
import type { FuncDeps } from './deps.js';
import { dictFuncs } from './dicts.js';
import { encodingFuncs } from './encoding.js';
import { flowFuncs } from './flow.js';
import { listFuncs } from './lists.js';
import { mathFuncs } from './math.js';
import { pathFuncs } from './paths.js';
import { reflectFuncs } from './reflect.js';
import { shuffleFunc, stringFuncs } from './strings.js';

export type { FuncDeps } from './deps.js';

const pure: readonly Func[] = [
  ...stringFuncs,
  ...listFuncs,
  ...dictFuncs,
  ...mathFuncs,
  ...defaultFuncs,
  ...reflectFuncs,
  ...encodingFuncs,
  ...pathFuncs,
  ...flowFuncs,
  ...conversionFuncs,
];

/** A new function map: every function but include, tpl, required and lookup, which the engine binds. */
export function helmFuncs(deps: FuncDeps): FuncMap {
  return new Map([...pure, shuffleFunc(deps)].map(row => [row.name, row]));
}
