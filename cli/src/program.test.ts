import { HelmError } from '@mcpgw/helm';
import { CliError } from './errors.js';
import { InputError } from './input-error.js';
import { createProgram, run } from './program.js';

/** What a command prints on stderr that throws `error`, and the exit code. */
async function ended(error: unknown): Promise<[string, unknown]> {
  const program = createProgram();
  program.command('fails').action(() => {
    throw error;
  });
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0);
  const [listeners, before] = [process.listeners('uncaughtException'), process.exitCode];
  try {
    await run(program, ['fails']);
    return [written.join(''), process.exitCode];
  } finally {
    write.mockRestore();
    for (const listener of process.listeners('uncaughtException'))
      if (!listeners.includes(listener)) process.removeListener('uncaughtException', listener);
    process.exitCode = before;
  }
}

test.each([
  ['an error of the command line', new CliError('no'), 'Error: no\n', 2],
  ['one with findings', new CliError('no', 1), 'Error: no\n', 1],
  ['bad input', new InputError('open x: permission denied'), 'Error: open x: permission denied\n', 2],
  ['bad input within an error of Helm', new HelmError('failed: open x', { cause: new InputError('open x') }), 'Error: failed: open x\n', 2],
  ['the system', Object.assign(new Error('ENOSPC'), { syscall: 'write', code: 'ENOSPC' }), 'Error: the disk is full; free some space\n', 2],
  [
    'the system, about a file',
    Object.assign(new Error('EACCES: permission denied'), { syscall: 'open', code: 'EACCES', path: '/etc/x' }),
    'Error: /etc/x: permission denied; run the command as the user that owns it, or give this user access\n',
    2,
  ],
  [
    'the system, in a way without words',
    Object.assign(new Error('EPROTO: no'), { syscall: 'read', code: 'EPROTO' }),
    'Error: EPROTO: no\n',
    2,
  ],
])('%s is told as it is', async (_, error, text, code) => {
  expect(await ended(error)).toEqual([text, code]);
});

test.each([
  ['a TypeError', new TypeError('x is not a function'), 'x is not a function'],
  ['a text', 'thrown', 'thrown'],
  ['an error whose causes are a circle', Object.assign(new Error('round'), { cause: undefined as unknown }), 'round'],
])('%s is a bug', async (_, error, reason) => {
  if (error instanceof Error) error.cause = error;
  const bug = `Error: internal error: ${reason}\nThis is a bug in mcpgw; MCPGW_DEBUG=1 prints where it happened.\n`;
  expect(await ended(error)).toEqual([bug, 2]);
});
