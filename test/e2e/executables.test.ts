/** The executables as a release packs them, for every system: below 60 MB, of the system's format, with the licenses. Only the own one is run. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { root } from '../helpers/mcpgw.js';
import { describeUnless, testUnless } from '../helpers/needs.js';
import { print, ran } from './release-helpers.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-executables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const elf = (machine: number) => (program: Buffer) =>
  program.subarray(0, 5).equals(Buffer.from('\x7fELF\x02', 'latin1')) && program.readUInt16LE(18) === machine;
const machO = (processor: number) => (program: Buffer) => program.readUInt32LE(0) === 0xfeedfacf && program.readUInt32LE(4) === processor;
const portable = (machine: number) => (program: Buffer) => {
  const start = program.readUInt32LE(0x3c);
  return (
    program.toString('latin1', 0, 2) === 'MZ' &&
    program.toString('latin1', start, start + 4) === 'PE\0\0' &&
    program.readUInt16LE(start + 4) === machine
  );
};

/** Each system with the npm package of its Bun, and what the head of its programs says. */
const targets = [
  ['linux-x64', 'bun-linux-x64/bin/bun', elf(0x3e)],
  ['linux-arm64', 'bun-linux-aarch64/bin/bun', elf(0xb7)],
  ['darwin-x64', 'bun-darwin-x64/bin/bun', machO(0x01000007)],
  ['darwin-arm64', 'bun-darwin-aarch64/bin/bun', machO(0x0100000c)],
  ['win32-x64', 'bun-windows-x64/bin/bun.exe', portable(0x8664)],
] as const;

/** The content of an archive, by name. */
function unpacked(file: string): ReadonlyMap<string, Buffer> {
  if (file.endsWith('.zip')) return new Map(Object.entries(unzipSync(readFileSync(file))).map(([name, data]) => [name, Buffer.from(data)]));
  const target = mkdtempSync(join(folder, 'unpacked-'));
  print('tar', ['-xzf', file, '-C', target, '--strip-components=1']);
  return new Map(readdirSync(target).map(name => [name, readFileSync(join(target, name))]));
}

describe.each(targets)('%s', (target, compiler, isOfSystem) => {
  const output = join(folder, target);
  const built = ran(process.execPath, ['tools/standalone.mjs', '--target', target, '--output', output]);
  const fetched = readdirSync(join(root, '.cache')).some(
    name => name.startsWith('bun-') && existsSync(join(root, '.cache', name, 'node_modules/@oven', compiler)),
  );

  describeUnless(fetched ? undefined : `its compiler cannot be fetched: ${built.stderr.slice(0, 200)}`, 'the archive', () => {
    const archive = (): string => join(output, readdirSync(output)[0]!);

    test('is one file below 60 MB', () => {
      expect([built.status, built.stderr]).toEqual([0, expect.not.stringMatching(/\n {4}at /)]);
      expect(readdirSync(output)).toEqual([expect.stringMatching(new RegExp(`^mcpgw-.*-${target}\\.(?:zip|tar\\.gz)$`))]);
      expect(statSync(archive()).size).toBeLessThan(60_000_000);
    });

    test('has a program of the system, and the licenses', () => {
      const files = unpacked(archive());
      const name = target.startsWith('win32') ? 'mcpgw.exe' : 'mcpgw';
      expect([...files.keys()].sort()).toEqual(['LICENSE', 'licenses.txt', name]);
      expect(isOfSystem(files.get(name)!)).toBe(true);
      expect(files.get('licenses.txt')!.toString()).toContain('commander');
    });

    const isOwn = target === `${process.platform}-${process.arch}`;
    testUnless(isOwn ? undefined : `this machine is no ${target}`, 'the program runs', () => {
      const program = join(folder, 'mcpgw');
      writeFileSync(program, unpacked(archive()).get('mcpgw')!, { mode: 0o755 });
      expect(print(program, ['version', '--short'], folder)).toMatch(/^v\d+\.\d+\.\d+(?:\+g[0-9a-f]+(?:-dirty)?)?\n$/);
    });
  });
});
