/** The functions of Helm's templates: Sprig v3.3.0 without env and expandenv, and Helm's own functions that need no engine. */
import type { Func, FuncMap } from '@mcpgw/go/values';
import { type Dialect, helm4 } from '../common/dialect.js';
import { codecFuncs } from './codecs.js';
import { conversionFuncs } from './conversion.js';
import { cryptoFuncs } from './crypto.js';
import { dateFuncs } from './dates.js';
import { defaultFuncs } from './defaults.js';
import type { FuncDeps } from './deps.js';
import { dictFuncs } from './dicts.js';
import { durationFuncs } from './durations.js';
import { encodingFuncs } from './encoding.js';
import { flowFuncs } from './flow.js';
import { listFuncs } from './lists.js';
import { mathFuncs } from './math.js';
import { networkFuncs } from './network.js';
import { pathFuncs } from './paths.js';
import { randomFuncs } from './random.js';
import { reflectFuncs } from './reflect.js';
import { regexFuncs } from './regex.js';
import { semverFuncs } from './semver.js';
import { shuffleFunc, stringFuncs } from './strings.js';
import { urlFuncs } from './url.js';
import { uuidFuncs } from './uuid.js';

export type { FuncDeps } from './deps.js';

const constant: readonly Func[] = [
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
  ...durationFuncs,
];

const families: readonly ((deps: FuncDeps, dialect: Dialect) => readonly Func[])[] = [
  codecFuncs,
  dateFuncs,
  regexFuncs,
  semverFuncs,
  networkFuncs,
  randomFuncs,
  uuidFuncs,
  cryptoFuncs,
  urlFuncs,
];

/** Returns a new function map with every function except include, tpl, required and lookup, which the engine binds. */
export function helmFuncs(deps: FuncDeps, dialect = helm4): FuncMap {
  const funcs: FuncMap = new Map();
  for (const func of constant) funcs.set(func.name, func);
  const shuffle = shuffleFunc(deps);
  funcs.set(shuffle.name, shuffle);
  for (const family of families) for (const func of family(deps, dialect)) funcs.set(func.name, func);
  for (const name of dialect.missingFuncs) funcs.delete(name);
  return funcs;
}
