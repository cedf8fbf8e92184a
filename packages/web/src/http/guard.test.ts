import type { IncomingMessage } from 'node:http';
import { refuseHost } from './guard.js';

const settings = {
  hosts: ['mcp.example'],
  anyHost: false,
  origins: ['https://chat.example'],
};
const asked = (headers: object) => ({ headers }) as IncomingMessage;

it.each([
  [{ host: 'localhost:8080' }],
  [{ host: '127.0.0.1' }],
  [{ host: '[::1]:80' }],
  [{ host: 'MCP.example:443' }],
  [{ host: 'localhost', origin: 'http://localhost:3000' }],
  [{ host: 'localhost', origin: 'https://chat.example' }],
  [{ host: 'localhost', origin: 'https://mcp.example' }],
])('takes %j', headers => expect(refuseHost(asked(headers), settings)).toBeUndefined());

it.each([
  [{}, /Host/],
  [{ host: '' }, /Host/],
  [{ host: 'evil.example' }, /Host/],
  [{ host: '127.0.0.1.evil.example' }, /Host/],
  [{ host: 'localhost@evil.example' }, /Host/],
  [{ host: 'localhost:80:90' }, /Host/],
  [{ host: 'localhost', origin: 'https://evil.example' }, /Origin/],
  [{ host: 'localhost', origin: 'null' }, /Origin/],
  [{ host: 'localhost', origin: 'https://chat.example.evil.example' }, /Origin/],
  [{ host: 'localhost', origin: 'file://localhost' }, /Origin/],
])('refuses %j', (headers, message) =>
  expect(refuseHost(asked(headers), settings)).toMatchObject({ status: 403, message: expect.stringMatching(message) }),
);

it('takes every name where none is said and the gateway is not on loopback, but no origin', () => {
  const open = { ...settings, anyHost: true };
  expect(refuseHost(asked({ host: '10.0.0.7:8080' }), open)).toBeUndefined();
  expect(refuseHost(asked({ host: '10.0.0.7:8080', origin: 'http://10.0.0.7:8080' }), open)).toMatchObject({ status: 403 });
  expect(refuseHost(asked({ host: 'a/b' }), open)).toMatchObject({ status: 403 });
});
