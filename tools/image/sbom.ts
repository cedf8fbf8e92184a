/** Bills of materials in the format of CycloneDX. They name no time and no random number: one image has one bill. */
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import type { BundledPackage } from '../bundled.mjs';

/** A part of an image that is no npm package of a bundle. `checksum` is that of what was downloaded. */
export interface Part {
  readonly type: 'library' | 'platform';
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly purl: string;
  readonly checksum: string;
  readonly properties: Readonly<Record<string, string>>;
  /** Files in the image, with their SHA-256 in hex. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

export interface Described {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly packages: readonly Pick<BundledPackage, 'name' | 'version' | 'license'>[];
  readonly parts: readonly Part[];
}

const types = { library: Enums.ComponentType.Library, platform: Enums.ComponentType.Platform, file: Enums.ComponentType.File } as const;
const algorithms: Readonly<Record<string, Enums.HashAlgorithm>> = {
  sha256: Enums.HashAlgorithm['SHA-256'],
  sha512: Enums.HashAlgorithm['SHA-512'],
};

/** The license of a package: an identifier of SPDX, an expression of those, or another name. */
function license(text: string): Models.License {
  if (/ (?:AND|OR|WITH) /.test(text)) return new Models.LicenseExpression(text);
  const id = SPDX.fixupSpdxId(text);
  return id === undefined ? new Models.NamedLicense(text) : new Models.SpdxLicense(id);
}

function component(type: keyof typeof types, name: string, more: { version?: string; license?: string; purl?: string }) {
  const licenses = new Models.LicenseRepository(more.license === undefined ? [] : [license(more.license)]);
  const { version, purl } = more;
  return new Models.Component(types[type], name, {
    bomRef: purl ?? `${type}:${name}`,
    licenses,
    ...(version && { version }),
    ...(purl && { purl }),
  });
}

function partOf({ type, name, version, license, purl, checksum, properties, files }: Part): Models.Component {
  const part = component(type, name, { version, license, purl });
  const [algorithm = '', hex = ''] = checksum.split(':');
  part.hashes.set(algorithms[algorithm]!, hex);
  for (const [key, value] of Object.entries(properties)) part.properties.add(new Models.Property(key, value));
  for (const { path, sha256 } of files) {
    const file = component('file', path, {});
    file.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256);
    part.components.add(file);
  }
  return part;
}

/** `pkg:npm/NAME@VERSION`; the `@` of a scope is written `%40`. */
const npmUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** The bill of an image, as JSON. */
export function billOf({ name, version, license: ownLicense, packages, parts }: Described): string {
  const subject = new Models.Component(Enums.ComponentType.Container, name, {
    version,
    bomRef: `${name}@${version}`,
    licenses: new Models.LicenseRepository([license(ownLicense)]),
  });
  const bill = new Models.Bom({ metadata: new Models.Metadata({ component: subject }) });
  for (const part of parts) bill.components.add(partOf(part));
  for (const found of packages)
    bill.components.add(
      component('library', found.name, {
        version: found.version,
        license: found.license,
        purl: npmUrl(found.name, found.version),
      }),
    );
  const normalizer = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(normalizer).serialize(bill, { sortLists: true, space: 2 })}\n`;
}
