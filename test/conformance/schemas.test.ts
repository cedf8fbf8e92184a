import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Node, parseYaml, toPlain } from '@mcpgw/structure';
import { publishedSchema, type SchemaVersions, validateText } from '@mcpgw/validate';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeUnless } from '../helpers/needs.js';
import { missing, readVerdicts, type Verdict } from './verdicts.js';

const root = join(__dirname, '../..');
const compiled = new Map<string, ValidateFunction>();

function schemaOf(name: string, versions: SchemaVersions): ValidateFunction {
  const key = JSON.stringify([name, versions]);
  const known =
    compiled.get(key) ??
    new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, code: { optimize: false }, inlineRefs: false }).compile(
      publishedSchema(name, versions)!,
    );
  compiled.set(key, known);
  return known;
}

/** Plain JSON of a document, as an editor's engine gets it. */
const jsonOf = (node: Node): unknown =>
  JSON.parse(JSON.stringify(toPlain(node), (_, value) => (typeof value === 'bigint' ? Number(value) : value)));

/** What the schema refuses in a stream, as texts; nothing where every document passes. */
function refusals(text: string, validate: ValidateFunction): string[] {
  return parseYaml(text, { file: 'f', dialect: 'go' }).documents.flatMap(document =>
    validate(jsonOf(document)) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`),
  );
}

function checkerRefuses(text: string, versions: SchemaVersions): boolean {
  const { gateway: version = '1.4.1', kube: kubeVersion } = versions;
  const options = { file: 'f', kind: 'manifest', env: {}, version, ...(kubeVersion === undefined ? {} : { kubeVersion }) } as const;
  return validateText(text, options).findings.some(({ severity }) => severity === 'error');
}

/** What contradicts: the server takes it and the schema does not, or the schema refuses what our checker takes. */
function contradictions(verdicts: readonly Verdict[], server: string, name: string, versions: SchemaVersions): string[] {
  const validate = schemaOf(name, versions);
  return verdicts
    .filter(({ verdicts: answers }) => server in answers)
    .flatMap(({ id, yaml, verdicts: answers }) => {
      const found = refusals(yaml ?? '', validate);
      if (found.length === 0) return [];
      const excuses = [
        ...(answers[server]!.ok ? ['the server takes it'] : []),
        ...(checkerRefuses(yaml ?? '', versions) ? [] : ['the checker takes it']),
      ];
      return excuses.map(excuse => `${id}: ${excuse}: ${found[0]}`);
    });
}

describeUnless(missing, 'published schemas against the recorded answers of a real API server', () => {
  it('core objects of Kubernetes v1.34.2', () => {
    const verdicts = readVerdicts('core-verdicts-A');
    expect(contradictions(verdicts, 'v1.34.2', 'kubernetes', { kube: '1.34' })).toEqual([]);
    expect(contradictions(verdicts, 'v1.34.2', 'manifest', { kube: '1.34', gateway: '1.4.1' })).toEqual([]);
  });

  it.each(['1.0.0', '1.1.0', '1.4.1'])('custom resources of agentgateway v%s', gateway => {
    expect(contradictions(readVerdicts('cr-verdicts-A'), `v${gateway}`, 'custom-resources', { gateway })).toEqual([]);
  });

  it('of what lacks a value or has a wrong one, only what hangs on other fields passes', () => {
    const structural = /unknown field|strict decoding|Required value|Unsupported value|is required|in body should/;
    const refused = readVerdicts('core-verdicts-A').filter(({ verdicts }) => structural.test(verdicts['v1.34.2']?.error ?? ''));
    const validate = schemaOf('kubernetes', { kube: '1.34' });
    expect(refused.filter(({ yaml }) => refusals(yaml ?? '', validate).length === 0).map(({ id }) => id)).toEqual([
      'deployment-seccomp-localhost-no-profile',
      'service-no-ports',
      'service-two-ports-unnamed',
      'service-externalname-missing',
      'secret-tls-missing',
      'networkpolicy-peer-empty',
      'job-restartpolicy-always',
    ]);
  });
});

/** The rendered files of the chart's goldens, with the version of agentgateway that each is for. */
const goldens = readdirSync(join(root, 'test/golden'))
  .map(name => join(root, 'test/golden', name))
  .filter(folder => statSync(folder).isDirectory());

const rendered = goldens.flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /expected.*\.ya?ml$/.test(file))
    .map(file => ({
      file: relative(root, join(folder, file)),
      text: readFileSync(join(folder, file), 'utf8'),
      gateway: /v(1\.\d\.\d)/.exec(folder)?.[1] ?? '1.4.1',
    })),
);

describe('published schemas against what the chart renders', () => {
  const refusedBy = (validate: (gateway: string) => ValidateFunction): string[] =>
    rendered.flatMap(({ file, text, gateway }) => refusals(text, validate(gateway)).map(refusal => `${file}: ${refusal}`));

  it('there is something rendered', () => {
    expect(rendered.length).toBeGreaterThan(40);
  });
  it.each(['1.29', '1.35'])('Kubernetes %s takes it', kube => {
    expect(refusedBy(() => schemaOf('kubernetes', { kube }))).toEqual([]);
  });
  it('the version of agentgateway that it is for takes it', () => {
    expect(refusedBy(gateway => schemaOf('custom-resources', { gateway }))).toEqual([]);
  });
});
