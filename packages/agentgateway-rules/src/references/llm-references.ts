import type { Path } from '@mcpgw/diagnostics';
import { entries, get, given, inRange, isGiven, isNull, items, type Node, text } from '@mcpgw/structure';
import type { ReferenceContext } from './reference-context.js';

type ReportReference = ReferenceContext['report'];

/** Checks models, providers and virtual models of the `llm` section. */
export function checkLlm({ root, version, report }: ReferenceContext): void {
  const llm = given(root, 'llm');
  if (llm === undefined) return;
  const models = items(get(llm, 'models'));
  const providers = checkProviders(items(get(llm, 'providers')), report);
  for (const [index, model] of models.entries()) checkModel(model, ['llm', 'models', index], providers, { version, report });
  checkIds(models, report);
  const patterns = models.flatMap(model => text(get(model, 'name')) ?? []);
  for (const [index, model] of items(get(llm, 'virtualModels')).entries())
    checkVirtual(model, ['llm', 'virtualModels', index], patterns, report);
}

function checkProviders(providers: readonly Node[], report: ReportReference): Map<string, Node> {
  const known = new Map<string, Node>();
  providers.forEach((provider, index) => {
    const name = get(provider, 'name');
    const key = text(name) ?? '';
    if (known.has(key))
      report(name ?? provider, ['llm', 'providers', index, 'name'], `there are two providers "${key}"`, 'give each provider its own name');
    known.set(key, provider);
  });
  return known;
}

function checkIds(models: readonly Node[], report: ReportReference): void {
  const seen = new Set<string>();
  models.forEach((model, index) => {
    const id = given(model, 'id');
    const value = text(id);
    if (id === undefined || value === undefined) return;
    if (value === '' || seen.has(value))
      report(
        id,
        ['llm', 'models', index, 'id'],
        value === '' ? 'the id of the model is empty' : `there are two models with the id "${value}"`,
      );
    seen.add(value);
  });
}

const neededParams: Record<string, readonly string[]> = {
  vertex: ['vertexProject'],
  bedrock: ['awsRegion'],
  azureOpenAI: ['azureHost'],
  azure: ['azureResourceName', 'azureResourceType'],
};

function checkModel(
  model: Node,
  path: Path,
  providers: Map<string, Node>,
  { version, report }: Pick<ReferenceContext, 'version' | 'report'>,
): void {
  checkPattern(get(model, 'name'), [...path, 'name'], report);
  const provider = get(model, 'provider');
  const reference = get(provider, 'reference');
  const shared = reference === undefined ? undefined : providers.get(text(reference) ?? '');
  if (reference !== undefined && shared === undefined) {
    report(reference, [...path, 'provider', 'reference'], `there is no provider "${text(reference)}"`, 'name an entry of llm.providers');
    return;
  }
  if (shared !== undefined) checkShared(model, shared, path, report);
  const sets = [get(model, 'params'), get(shared, 'params')];
  checkParams(model, get(shared ?? model, 'provider'), sets, path, report);
  if (inRange(version, { since: '1.3.0' })) checkBaseUrls(sets, path, { version, report });
  if (inRange(version, { until: '1.4.0' })) checkHeaderValue(get(model, 'name'), [...path, 'name'], report);
  checkHeaderValue(get(get(model, 'params'), 'apiKey'), [...path, 'params', 'apiKey'], report);
}

/** A model that refers to a provider uses the parameters of the provider, except the name of the model. */
function checkShared(model: Node, shared: Node, path: Path, report: ReportReference): void {
  for (const { key, keySpan, value } of entries(get(model, 'params'))) {
    const isSet = !isNull(value) && !(value.kind === 'scalar' && value.value === false);
    if (key !== 'model' && isSet)
      report(
        keySpan,
        [...path, 'params', key],
        `"${key}" cannot be set on a model that refers to a provider`,
        'set it in the "params" of the provider',
      );
  }
  if (get(get(shared, 'provider'), 'reference') !== undefined)
    report(
      get(model, 'provider')!,
      [...path, 'provider'],
      'the provider that is named here refers to another provider',
      'name a provider that refers to none',
    );
}

function checkParams(
  model: Node,
  provider: Node | undefined,
  sets: readonly (Node | undefined)[],
  path: Path,
  report: ReportReference,
): void {
  const kind = text(provider) ?? '';
  const at = get(model, 'provider') ?? model;
  const isSet = (param: string) => sets.some(params => isGiven(params, param));
  for (const param of neededParams[kind] ?? [])
    if (!isSet(param)) report(at, [...path, 'params'], `the provider "${kind}" needs "params.${param}"`, `add "${param}" under "params"`);
  const custom = get(provider, 'custom');
  if (custom === undefined) return;
  if (items(get(custom, 'formats')).length === 0)
    report(at, [...path, 'provider'], 'a custom provider needs at least one entry in "formats"', 'add {type: completions}');
  if (!isSet('baseUrl') && !isSet('hostOverride'))
    report(at, [...path, 'params'], 'a custom provider needs "params.baseUrl"', 'add "baseUrl" under "params"');
}

function checkBaseUrls(
  sets: readonly (Node | undefined)[],
  path: Path,
  { version, report }: Pick<ReferenceContext, 'version' | 'report'>,
): void {
  for (const params of sets) {
    const base = given(params, 'baseUrl');
    const value = text(base) ?? '';
    if (base === undefined || /\$/.test(value)) continue;
    const problem = baseUrlProblem(value, inRange(version, { since: '1.4.0' }));
    if (problem !== undefined)
      report(base, [...path, 'params', 'baseUrl'], `"${value}" ${problem}`, 'write scheme and host, such as "https://api.example.com/v1"');
  }
}

function baseUrlProblem(value: string, plain: boolean): string | undefined {
  if (!URL.canParse(value)) return 'is not an absolute URL';
  const url = new URL(value);
  if (plain && (url.username !== '' || url.password !== '' || /[?#]/.test(value))) return 'contains a user, a query or a fragment';
  if (!/^(?:https?|ftp|wss?):$/.test(url.protocol) && url.port === '') return 'does not name a port, and its scheme has none by itself';
  return url.host === '' ? 'has no host' : undefined;
}

function checkHeaderValue(key: Node | undefined, path: Path, report: ReportReference): void {
  if (key !== undefined && /[\u0000-\u0008\u000a-\u001f\u007f]/.test(text(key) ?? ''))
    report(key, path, 'the text contains a line break or another control character, which no header can carry');
}

function checkPattern(name: Node | undefined, path: Path, report: ReportReference): void {
  const pattern = text(name) ?? '';
  const stars = pattern.split('*').length - 1;
  if (name === undefined || stars === 0) return;
  if (stars > 1) report(name, path, `"${pattern}" holds more than one "*"`, 'keep one "*", at the start or the end');
  else if (!pattern.startsWith('*') && !pattern.endsWith('*'))
    report(name, path, `"${pattern}" contains a "*" in its middle`, 'put "*" at the start or the end');
}

function matches(pattern: string, model: string): boolean {
  if (pattern.endsWith('*')) return model.startsWith(pattern.slice(0, -1));
  return pattern.startsWith('*') ? model.endsWith(pattern.slice(1)) : pattern === model;
}

function checkVirtual(model: Node, path: Path, patterns: readonly string[], report: ReportReference): void {
  const routing = get(model, 'routing');
  const kinds = ['weighted', 'failover', 'conditional'].filter(kind => isGiven(routing, kind));
  const kind = kinds[0];
  if (kind === undefined || kinds.length > 1) {
    report(routing ?? model, [...path, 'routing'], 'exactly one of "weighted", "failover" and "conditional" has to be set');
    return;
  }
  const targets = items(get(get(routing, kind), 'targets'));
  if (targets.length === 0) report(get(routing, kind)!, [...path, 'routing', kind], 'the list of targets is empty', 'add a target');
  targets.forEach((target, index) => {
    const name = get(target, 'model');
    const wanted = text(name) ?? '';
    if (patterns.some(pattern => matches(pattern, wanted))) return;
    report(
      name ?? target,
      [...path, 'routing', kind, 'targets', index, 'model'],
      `no entry of llm.models is or matches "${wanted}"`,
      'name a model of llm.models',
    );
  });
  const fallback = targets.findIndex(target => !isGiven(target, 'when'));
  if (kind === 'conditional' && fallback >= 0 && fallback < targets.length - 1)
    report(targets[fallback]!, [...path, 'routing', kind], 'only the last target may be without "when"');
}
