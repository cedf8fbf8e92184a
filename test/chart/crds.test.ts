/**
 * The custom resources of the goldens fit the CRDs of the version that they are for. The CRDs are read from the folder that MCPGW_CRDS
 * names (agentgateway-vX.Y.Z and gateway-api-vX.Y.Z in it).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { skipTests } from '../helpers/needs.js';
import type { Manifest } from './render.js';

const folder = process.env.MCPGW_CRDS;
const goldens = join(__dirname, '..', 'golden');
const gatewayApiOf: Readonly<Record<string, string>> = { 'v1.0.0': 'v1.5.1', 'v1.1.0': 'v1.5.1', 'v1.4.1': 'v1.6.1' };

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI schema is walked, not typed
type Schema = any;

/** The schema as a validator reads it that refuses what the API server would prune. */
function strict(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(strict);
  if (schema === null || typeof schema !== 'object') return schema;
  const result: Schema = {};
  for (const [key, value] of Object.entries<Schema>(schema)) {
    if (key.startsWith('x-') || ['description', 'format', 'default'].includes(key)) continue;
    result[key] =
      key === 'properties' ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, strict(part)])) : strict(value);
  }
  if (schema.properties && !schema.additionalProperties && !schema['x-kubernetes-preserve-unknown-fields'])
    result.additionalProperties = false;
  if (schema['x-kubernetes-int-or-string']) delete result.type;
  return result;
}

function schemasIn(directory: string): [string, Schema][] {
  const path = join(folder ?? '', directory);
  const crds = readdirSync(path).filter(name => name.endsWith('.yaml') && !name.includes('vap_'));
  return crds.flatMap(name => {
    const { spec } = parse(readFileSync(join(path, name), 'utf8').replace(/\{\{[^}]*\}\}/g, ''));
    return spec.versions.map((version: Schema) => [`${spec.group}/${version.name} ${spec.names.kind}`, version.schema.openAPIV3Schema]);
  });
}

function validators(version: string, gatewayApi: string): (id: string) => ValidateFunction {
  const schemas = new Map([...schemasIn(`agentgateway-${version}`), ...schemasIn(`gateway-api-${gatewayApi}`)]);
  const ajv = new Ajv({ strict: false, allErrors: true });
  const compiled = new Map<string, ValidateFunction>();
  return id => {
    const schema = strict(schemas.get(id));
    const validate = compiled.get(id) ?? ajv.compile({ ...schema, properties: { ...schema.properties, metadata: { type: 'object' } } });
    compiled.set(id, validate);
    return validate;
  };
}

function customResources(golden: string): Manifest[] {
  const documents = parseAllDocuments(readFileSync(join(goldens, golden, 'expected.yaml'), 'utf8'));
  return documents
    .map(document => document.toJS() as Manifest)
    .filter(object => object?.apiVersion.includes('.') && !object.apiVersion.startsWith('networking.k8s.io/'));
}

if (folder === undefined) {
  skipTests('needs MCPGW_CRDS, the folder of CRDs');
} else {
  describe.each(Object.entries(gatewayApiOf))('agentgateway %s, Gateway API %s', (version, gatewayApi) => {
    const validatorOf = validators(version, gatewayApi);
    const cases = readdirSync(goldens).filter(
      name => name.includes('gateway-api') && name.includes(version) && !name.startsWith('refused'),
    );

    test('there are goldens', () => expect(cases.length).toBeGreaterThan(0));

    test.each(cases)('%s', golden => {
      for (const object of customResources(golden)) {
        const validate = validatorOf(`${object.apiVersion} ${object.kind}`);
        validate(object);
        expect({ name: object.metadata.name, errors: validate.errors }).toEqual({ name: object.metadata.name, errors: null });
      }
    });
  });
}
