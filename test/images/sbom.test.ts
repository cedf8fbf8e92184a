import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { billOf, type Part } from '../../tools/image/sbom.js';

const schemas = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema');
const schema = (name: string) => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'));

/** The published schema of CycloneDX 1.6. */
const ajv = new Ajv({ strict: false, validateFormats: false });
for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
const isBill = ajv.compile(schema('bom-1.6'));

const sha = 'a'.repeat(64);
const part: Part = {
  type: 'library',
  name: 'libc6',
  version: '2.36-9+deb12u14',
  license: 'LGPL-2.1-or-later',
  purl: 'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64&distro=debian-12',
  checksum: `sha256:${sha}`,
  properties: { 'debian:source': 'glibc' },
  files: [{ path: '/lib/x86_64-linux-gnu/libc.so.6', sha256: 'b'.repeat(64) }],
};
const packages = [
  { name: 'zod', version: '4.6.7', license: 'MIT' },
  { name: '@a/b', version: '1.0.0', license: '(MIT OR Apache-2.0)' },
  { name: 'c', version: '2.0.0', license: 'SEE LICENSE IN LICENSE.md' },
];
const described = { name: 'mcpgw', version: '0.1.0', license: 'Apache-2.0', packages, parts: [part] };

test('what is no bill of materials is refused by the schema of the test', () => {
  const bill = JSON.parse(billOf(described));
  bill.components[0].type = 'thing';
  expect(isBill(bill)).toBe(false);
});

test('the bill is valid, and names every package and every file outside of npm', () => {
  const bill = JSON.parse(billOf(described));
  isBill(bill);
  expect(isBill.errors).toBe(null);
  expect(bill.metadata.component).toMatchObject({ type: 'container', name: 'mcpgw', version: '0.1.0' });
  expect(bill.components).toEqual([
    {
      type: 'library',
      name: 'libc6',
      version: '2.36-9+deb12u14',
      'bom-ref': part.purl,
      hashes: [{ alg: 'SHA-256', content: sha }],
      licenses: [{ license: { id: 'LGPL-2.1-or-later' } }],
      purl: part.purl,
      properties: [{ name: 'debian:source', value: 'glibc' }],
      components: [
        {
          type: 'file',
          name: '/lib/x86_64-linux-gnu/libc.so.6',
          'bom-ref': 'file:/lib/x86_64-linux-gnu/libc.so.6',
          hashes: [{ alg: 'SHA-256', content: 'b'.repeat(64) }],
        },
      ],
    },
    {
      type: 'library',
      name: '@a/b',
      version: '1.0.0',
      'bom-ref': 'pkg:npm/%40a/b@1.0.0',
      licenses: [{ expression: '(MIT OR Apache-2.0)' }],
      purl: 'pkg:npm/%40a/b@1.0.0',
    },
    {
      type: 'library',
      name: 'c',
      version: '2.0.0',
      'bom-ref': 'pkg:npm/c@2.0.0',
      licenses: [{ license: { name: 'SEE LICENSE IN LICENSE.md' } }],
      purl: 'pkg:npm/c@2.0.0',
    },
    {
      type: 'library',
      name: 'zod',
      version: '4.6.7',
      'bom-ref': 'pkg:npm/zod@4.6.7',
      licenses: [{ license: { id: 'MIT' } }],
      purl: 'pkg:npm/zod@4.6.7',
    },
  ]);
});

test('the bill does not depend on the order, the day or chance', () => {
  expect(billOf({ ...described, packages: packages.toReversed() })).toBe(billOf(described));
  expect(billOf(described)).not.toMatch(/"(?:timestamp|serialNumber)"/);
});
