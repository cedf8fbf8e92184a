import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasGroups, inheritedVariables, signalAll, startProgram } from './platform.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-platform-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('on Windows, commands get what its programs need, and no secrets', () => {
  const env = { Path: 'C:\\Windows', PATHEXT: '.EXE;.CMD', SystemRoot: 'C:\\Windows', APPDATA: 'a', HOME: '/h', TOKEN: 't', SHELL: 's' };
  expect(inheritedVariables(env, 'win32')).toEqual({ Path: 'C:\\Windows', PATHEXT: '.EXE;.CMD', SystemRoot: 'C:\\Windows', APPDATA: 'a' });
});

test('elsewhere, names are compared as they are', () => {
  const env = { PATH: '/bin', Path: 'x', HOME: '/h', TOKEN: 't', SystemRoot: 'x' };
  expect(inheritedVariables(env, 'linux')).toEqual({ PATH: '/bin', HOME: '/h' });
});

test('Windows has no process groups; its own program ends a command with its children', () => {
  const ran: unknown[] = [];
  signalAll({ pid: 42 } as ChildProcess, 'SIGTERM', 'win32', ((...args: unknown[]) => ran.push(args.slice(0, 2))) as never);
  expect(ran).toEqual([['taskkill', ['/pid', '42', '/T', '/F']]]);
  expect([hasGroups('win32'), hasGroups('darwin'), hasGroups('linux')]).toEqual([false, true, true]);
});

test('a command that was never started is not ended', () => {
  const ran: unknown[] = [];
  signalAll({} as ChildProcess, 'SIGKILL', 'win32', (() => ran.push(1)) as never);
  expect(ran).toEqual([]);
});

test('elsewhere, a command is ended with its children', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & wait'], { detached: true });
  const ended = new Promise(resolve => child.once('exit', (_, signal) => resolve(signal)));
  signalAll(child, 'SIGKILL');
  expect(await ended).toBe('SIGKILL');
});

describe('as Windows', () => {
  const real = process.platform;
  const start = jest.fn<unknown, unknown[]>(() => ({ on() {}, emit() {} }));
  beforeAll(() => {
    Object.defineProperty(process, 'platform', { value: 'win32' });
    jest.resetModules();
    jest.doMock('node:child_process', () => ({ spawn: start }));
    jest.doMock('child_process', () => ({ spawn: start }));
  });
  afterAll(() => {
    Object.defineProperty(process, 'platform', { value: real });
    jest.dontMock('node:child_process').dontMock('child_process');
  });

  test('a script of npm is started by cmd.exe, with its arguments quoted', () => {
    const shim = join(folder, 'npx.cmd');
    writeFileSync(shim, '@ECHO off\r\n');
    startProgram(shim, ['-y', 'a&b "c"'], { env: { PATH: folder, COMSPEC: 'C:\\cmd.exe' } }, 'win32');
    const [command, args, options] = start.mock.calls[0] as [string, string[], Record<string, unknown>];
    expect(command).toMatch(/cmd\.exe$/i);
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(args[3]).toContain('npx.cmd ^"-y^" ^"a^&b^ \\^"c\\^"^"');
    expect(options).toMatchObject({ windowsVerbatimArguments: true });
  });

  test('a program is started as it is', () => {
    start.mockClear();
    writeFileSync(join(folder, 'uvx.exe'), 'MZ');
    startProgram(join(folder, 'uvx.exe'), ['x y'], {}, 'win32');
    expect(start.mock.calls[0]).toEqual([join(folder, 'uvx.exe'), ['x y'], {}]);
  });
});
