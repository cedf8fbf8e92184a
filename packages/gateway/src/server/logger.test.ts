import { harmsOf, hostileText } from '../../../../test/helpers/hostile-texts.js';
import { createLogger, type LogSettings } from './logger.js';

const at = new Date(0);

function logged(settings: LogSettings, log: (logger: ReturnType<typeof createLogger>) => unknown): string {
  let text = '';
  log(
    createLogger(
      () => settings,
      line => (text += line),
      () => at,
    ),
  );
  return text;
}

it('writes text for people', () => {
  const text = logged({ level: 'info', format: 'text' }, logger =>
    logger.warn('upstream failed', { server: 'a', error: 'no way', gone: undefined, n: 1, none: null }),
  );
  expect(text).toBe('1970-01-01T00:00:00.000Z warn  upstream failed server=a error="no way" n=1 none=null\n');
});

it('writes JSON for machines', () => {
  const text = logged({ level: 'info', format: 'json' }, logger => logger.error('x', { a: 'b c', n: 1, gone: undefined }));
  expect(JSON.parse(text)).toEqual({ time: '1970-01-01T00:00:00.000Z', level: 'error', event: 'x', a: 'b c', n: 1 });
});

it('leaves out what weighs less', () => {
  expect(logged({ level: 'warn', format: 'text' }, logger => [logger.debug('a'), logger.info('b')])).toBe('');
});

it.each(['text', 'json'] as const)('%s: no text begins a line of its own, and long ones are cut', format => {
  const text = logged({ level: 'info', format }, logger => logger.info('x', { a: `1\n2\r3\u2028\u001b[31m\u202e${'y'.repeat(5000)}` }));
  expect(text.split('\n')).toHaveLength(2);
  expect(text).not.toMatch(/[\u001b\u202e\u2028]/);
  expect(text.length).toBeLessThan(2200);
});

it.each(['text', 'json'] as const)('%s: no text of a server drives a terminal or a CI system, or is an entry of its own', format => {
  const text = logged({ level: 'info', format }, logger => {
    logger.warn('upstream failed', { server: hostileText, error: `${hostileText}\n1970-01-01T00:00:00.000Z info  ready` });
    logger.info('x', { a: '::error::x', b: '##[error]x' });
  });
  expect(harmsOf(text)).toEqual([]);
  expect(text.trimEnd().split('\n')).toHaveLength(2);
  if (format === 'json') for (const line of text.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ time: expect.anything() });
});
