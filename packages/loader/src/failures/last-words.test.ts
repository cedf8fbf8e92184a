/** The line of a command that says why it ended, from what real programs print. */
import { spawnSync } from 'node:child_process';
import { lastWords } from './last-words.js';

const printedBy = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr;

test.each<[what: string, printed: () => string, expected: string]>([
  ['nothing', () => ' \n', ''],
  ['one line', () => 'cannot log in\n', 'cannot log in'],
  [
    'a traceback of Python',
    () => 'Traceback (most recent call last):\n  File "x"\nModuleNotFoundError: No module named \'mcp\'\n',
    "ModuleNotFoundError: No module named 'mcp'",
  ],
  ['Node.js without its module', () => printedBy('/no/such/server.mjs'), "Error: Cannot find module '/no/such/server.mjs'"],
  [
    'Node.js with a module that is not there',
    () => printedBy('--input-type=module', '-e', 'import "no-such-package-of-mcpgw"'),
    expect.stringMatching(/^Error \[ERR_MODULE_NOT_FOUND\]: Cannot find package 'no-such-package-of-mcpgw'/),
  ],
  [
    'an error of two lines',
    () => printedBy('-e', 'throw Object.assign(new TypeError("no key\\nset API_KEY"), { code: "X" })'),
    'TypeError: no key',
  ],
  ['a text that was thrown', () => printedBy('-e', 'throw "no key"'), 'no key'],
  [
    'text before the error',
    () => printedBy('-e', 'console.error("Error: of earlier"); console.error("starting"); throw new Error("of now")'),
    'Error: of now',
  ],
  ['a syntax error', () => printedBy('-e', 'const = 1'), "SyntaxError: Unexpected token '='"],
  ['the end of Node.js alone', () => 'Node.js v20.19.0\n', 'Node.js v20.19.0'],
  [
    'npx without its package',
    () =>
      'npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/nope - Not found\nnpm error 404\nnpm error 404  The requested resource could not be found.\nnpm error A complete log of this run can be found in: /home/a/.npm/_logs/x.log\n',
    'npm error 404 Not Found - GET https://registry.npmjs.org/nope - Not found',
  ],
  [
    'npx without a network',
    () =>
      'npm ERR! code ENOTFOUND\nnpm ERR! syscall getaddrinfo\nnpm ERR! errno ENOTFOUND\nnpm ERR! network request to https://registry.npmjs.org/a failed, reason: getaddrinfo ENOTFOUND\nnpm ERR! network This is a problem related to network connectivity.\n\nnpm ERR! A complete log of this run can be found in: /x.log\n',
    'npm ERR! network request to https://registry.npmjs.org/a failed, reason: getaddrinfo ENOTFOUND',
  ],
  [
    'docker without its image',
    () => "docker: Error response from daemon: pull access denied for nope\n\nRun 'docker run --help' for more information\n",
    'docker: Error response from daemon: pull access denied for nope',
  ],
])('%s', (_what, printed, expected) => expect(lastWords(printed())).toEqual(expected));
