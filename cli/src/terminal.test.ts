import { harmsOf, hostileText } from '../../test/helpers/hostile-texts.js';
import { painter } from './paint.js';
import { clearProgress, inColor, print, printCommands, printJson, say, showProgress } from './terminal.js';

let [out, err] = ['', ''];
const terminal = { isTTY: process.stderr.isTTY, columns: process.stderr.columns };

beforeEach(() => {
  [out, err] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += text;
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation(text => {
    err += text;
    return true;
  });
});
afterEach(() => {
  clearProgress();
  jest.restoreAllMocks();
  Object.assign(process.stderr, terminal);
});

test('plain text and its lines stay', () => {
  print('a\tb\nc\r\n');
  say('Error: x\n  y::z\n');
  expect([out, err]).toEqual(['a\tb\nc\r\n', 'Error: x\n  y::z\n']);
});

test('neither stream gets what would drive a terminal or a CI system', () => {
  print(`${hostileText}\n`);
  say(`${hostileText}\n`);
  printJson(`${JSON.stringify(hostileText)}\n`);
  expect([harmsOf(out), harmsOf(err)]).toEqual([[], []]);
});

test('workflow commands of ours stay commands', () => {
  printCommands('::error file=a::x%0Ay\n');
  expect(out).toBe('::error file=a::x%0Ay\n');
});

describe('colors', () => {
  test('ours become escapes, others do not', () => {
    print(`${inColor('::error::\u001b[31mx', 'red')} \u001b[1m${inColor('b', 'bold')} \ufdd0:31\ufdd1\n`);
    expect(out).toBe('\u001b[31m: :error::\ufffd[31mx\u001b[39m \ufffd[1m\u001b[1mb\u001b[22m \ufffd:31\ufffd\n');
  });

  test('a role without a color, and text where there are no colors, stays', () => {
    const paint = painter<string>({ add: 'green' }, true);
    expect([paint('a', 'toString'), painter<string>({ add: 'green' }, false)('a', 'add')]).toEqual(['a', 'a']);
    print(paint('a\n', 'add'));
    expect(out).toBe('\u001b[32ma\n\u001b[39m');
  });
});

describe('the line of progress', () => {
  test('is one visible line of the width of the terminal, and gives way to what is said', () => {
    Object.assign(process.stderr, { isTTY: true, columns: 10 });
    showProgress('1/9\n\u001b]0;x');
    showProgress('2/9 and far more');
    say('x\n');
    say('y\n');
    expect(err).toBe('\r\u001b[2K1/9\ufffd\ufffd]0;x\r\u001b[2K2/9 and …\r\u001b[2Kx\ny\n');
  });

  test('is not shown where there is no terminal', () => {
    Object.assign(process.stderr, { isTTY: undefined });
    showProgress('1/9');
    expect(err).toBe('');
  });
});
