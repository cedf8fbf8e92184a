/** The lower layers of every image: the system's files, and Node. Neither has a shell or a package manager. */
import { createHash } from 'node:crypto';
import type { Part } from './sbom.js';
import type { DebianPackage, NodeProgram } from './sources.js';
import { type Entry, userId } from './tar.js';

/** Where Node is, as in the official image that the Dockerfiles copy it from. */
export const nodePath = '/usr/local/bin/node';
export const certificatesPath = '/etc/ssl/certs/ca-certificates.crt';

/** A layer, and what it brings for the bill of materials. */
export interface Layer {
  readonly createdBy: string;
  readonly entries: readonly Entry[];
  readonly parts: readonly Part[];
}

const text = (path: string, lines: readonly string[]): Entry => ({ path, data: Buffer.from(`${lines.join('\n')}\n`) });

const accounts: readonly Entry[] = [
  text('etc/passwd', ['root:x:0:0:root:/root:/sbin/nologin', `nonroot:x:${userId}:${userId}:nonroot:/home/nonroot:/sbin/nologin`]),
  text('etc/group', ['root:x:0:', `nonroot:x:${userId}:`]),
  text('etc/nsswitch.conf', ['hosts: files dns']),
  // Scanners of vulnerabilities read these two lines, and var/lib/dpkg/status.d.
  text('etc/os-release', ['PRETTY_NAME="Libraries of Debian GNU/Linux 12 (bookworm)"', 'ID=debian', 'VERSION_ID="12"']),
  { path: 'home/nonroot', folder: 'own' },
  { path: 'tmp', folder: 'temporary' },
];

/** The libraries that Node is linked with, those which take their place in programs for older systems, and the loader. */
const isLibrary = (path: string): boolean =>
  /^(?:usr\/)?lib(?:64)?\/(?:[\w-]+\/)?(?:ld-linux-[\w-]+|lib(?:c|m|dl|pthread|rt|resolv|gcc_s|stdc\+\+))\.so[.\d]*$/.test(path);

const isCopyright = (path: string): boolean => /^usr\/share\/doc\/[^/]+\/copyright$/.test(path);

/** The entries of a package that go into the image, as they are in the package. */
function taken({ name, version, control, entries }: DebianPackage): Entry[] {
  const wanted = entries.filter(({ path, type }) => type !== 'directory' && (isLibrary(path) || isCopyright(path)));
  const copied = wanted.map(
    ({ path, type, link, data, mode }): Entry => (type === 'symlink' ? { path, link } : { path, data, executable: (mode & 0o111) !== 0 }),
  );
  if (copied.length === 0) throw new Error(`nothing of ${name} ${version} is for the image`);
  return [...copied, { path: `var/lib/dpkg/status.d/${name}`, data: Buffer.from(`Status: install ok installed\n${control}`) }];
}

/** All certificate authorities in one file, as programs expect them. */
function certificates(packages: readonly DebianPackage[]): Entry {
  const each = packages.flatMap(({ entries }) =>
    entries.filter(({ path }) => path.startsWith('usr/share/ca-certificates/') && path.endsWith('.crt')),
  );
  if (each.length === 0) throw new Error('no package brings certificates');
  const sorted = each.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    path: certificatesPath.slice(1),
    data: Buffer.concat(sorted.map(({ data }) => Buffer.from(`${data.toString('latin1').trim()}\n`))),
  };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Debian says licenses in a file for people; this is what these packages say there. */
const licenses: Readonly<Record<string, string>> = {
  'ca-certificates': 'MPL-2.0 AND GPL-2.0-or-later',
  libc6: 'LGPL-2.1-or-later',
  'libgcc-s1': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  'libstdc++6': 'GPL-3.0-or-later WITH GCC-exception-3.1',
};

function debianPart({ name, version, architecture, checksum, control }: DebianPackage, entries: readonly Entry[]): Part {
  const of = /^Source: (\S+)/m.exec(control)?.[1] ?? name;
  const license = licenses[name];
  if (license === undefined) throw new Error(`the license of ${name} is not known; name it in tools/image/base.ts`);
  return {
    type: 'library',
    name,
    version,
    license,
    purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12`,
    checksum,
    properties: { 'debian:source': of },
    files: filesOf(entries.filter(({ path }) => isLibrary(path) || `/${path}` === certificatesPath)),
  };
}

const filesOf = (entries: readonly Entry[]): Part['files'] =>
  entries.flatMap(entry => ('data' in entry ? [{ path: `/${entry.path}`, sha256: sha256(entry.data) }] : []));

/** Accounts, certificates and libraries. */
export function systemLayer(packages: readonly DebianPackage[]): Layer {
  const bundle = certificates(packages);
  const parts = packages.map(source => {
    const entries = source.name === 'ca-certificates' ? [...taken(source), bundle] : taken(source);
    return { entries, part: debianPart(source, entries) };
  });
  return {
    createdBy: `Debian packages: ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}`,
    entries: [...accounts, ...parts.flatMap(({ entries }) => entries)],
    parts: parts.map(({ part }) => part),
  };
}

export function nodeLayer({ name, version, checksum, program, license }: NodeProgram): Layer {
  const entry: Entry = { path: nodePath.slice(1), data: program, executable: true };
  return {
    createdBy: `Node ${version} of the npm package ${name}`,
    entries: [entry, { path: 'usr/share/doc/node/LICENSE', data: license }],
    parts: [
      {
        type: 'platform',
        name: 'node',
        version,
        license: 'MIT',
        purl: `pkg:npm/${name}@${version}`,
        checksum,
        properties: {},
        files: filesOf([entry]),
      },
    ],
  };
}
