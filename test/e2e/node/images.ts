/** Images made from programs of this machine, as archives that `ctr images import` takes: one layer, one configuration, no engine. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TarEntry, tar } from '../../helpers/tar.js';

export interface Image {
  /** `mcpgw.test/pause:1`. */
  readonly reference: string;
  readonly files: readonly TarEntry[];
  readonly entrypoint: readonly string[];
  /** `65534:65534` unless given. */
  readonly user?: string;
}

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Writes an image in the format of `docker save` into a folder, and returns the file. */
export function writeImage(folder: string, { reference, files, entrypoint, user = '65534:65534' }: Image): string {
  const layer = tar(files);
  const config = JSON.stringify({
    architecture: architectures[process.arch] ?? process.arch,
    os: 'linux',
    config: { Entrypoint: entrypoint, User: user, Env: ['PATH=/bin'], WorkingDir: '/' },
    rootfs: { type: 'layers', diff_ids: [`sha256:${createHash('sha256').update(layer).digest('hex')}`] },
  });
  const manifest = JSON.stringify([{ Config: 'config.json', RepoTags: [reference], Layers: ['layer.tar'] }]);
  const path = join(folder, `${reference.replaceAll(/[/:]/g, '-')}.tar`);
  writeFileSync(
    path,
    tar([
      { name: 'manifest.json', data: manifest },
      { name: 'config.json', data: config },
      { name: 'layer.tar', data: layer },
    ]),
  );
  return path;
}

export const folders = (...names: string[]): TarEntry[] => names.map(name => ({ name: `${name}/`, type: '5', mode: 0o755 }));
export const program = (name: string, path: string): TarEntry => ({ name, data: readFileSync(path), mode: 0o755 });

const linksTo = (busybox: string): TarEntry[] =>
  spawnSync(busybox, ['--list'], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .filter(name => name !== 'busybox')
    .map(name => ({ name: `bin/${name}`, type: '2', linkname: 'busybox' }));

/** The libraries of a program at their places, as the loader of this machine finds them. */
export function librariesOf(path: string): TarEntry[] {
  const { stdout } = spawnSync('ldd', [path], { encoding: 'utf8' });
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, library]) => library!);
  const parents = [
    ...new Set(
      libraries.flatMap(library =>
        library
          .split('/')
          .slice(1, -1)
          .map((_, i, all) => all.slice(0, i + 1).join('/')),
      ),
    ),
  ];
  return [...folders(...parents), ...libraries.map(library => program(library.slice(1), library))];
}

/** A shell, the usual commands and Node: what tests run in pods, servers and clients. */
export function shellImage(busybox: string): Image {
  const files = [
    ...folders('bin', 'tmp', 'proc', 'dev', 'sys', 'etc'),
    program('bin/busybox', busybox),
    ...linksTo(busybox),
    ...librariesOf(process.execPath),
    program('bin/node', process.execPath),
  ];
  return { reference: 'mcpgw.test/shell:1', files, entrypoint: ['/bin/sh'] };
}

/** What holds the namespaces of a pod: it sleeps, reaps what it inherits, and ends when it is told to. */
export function pauseImage(busybox: string): Image {
  const files = [...folders('bin', 'proc', 'dev', 'sys'), program('bin/busybox', busybox)];
  const loop = 'trap "exit 0" TERM INT; while :; do /bin/busybox sleep 3600 & wait $!; done';
  return { reference: 'mcpgw.test/pause:1', files, entrypoint: ['/bin/busybox', 'sh', '-c', loop] };
}

export function corednsImage(coredns: string): Image {
  const files = [...folders('bin', 'proc', 'dev', 'sys', 'etc', 'etc/coredns'), program('bin/coredns', coredns)];
  return { reference: 'mcpgw.test/coredns:1', files, entrypoint: ['/bin/coredns'], user: '0:0' };
}
