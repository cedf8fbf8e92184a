/** More cases of `agentgateway-rules.ts`: headers, paths and numbers that reach the backend, or the log, as they were written. */
import type { RuleCase } from './agentgateway-rules.js';
import { toEcho, toModel } from './agentgateway-rules-configs.js';
import { ask, chat, echoed, status } from './agentgateway-rules-world.js';

const onApi = (prefix: string) => ({ urlRewrite: { path: { prefix } } });
const apiOnly = { matches: [{ path: { pathPrefix: '/api' } }] };
const hsts = { set: { 'strict-transport-security': 'max-age=31536000' } };

export const moreRuleCases: readonly RuleCase[] = [
  {
    rule: 'rewrite-inert',
    wrong: (world, port) => toEcho(port, world, onApi('/api'), apiOnly),
    correct: (world, port) => toEcho(port, world, onApi('/'), apiOnly),
    see: async port => echoed(await ask(port, '/api/users')).url,
    saw: { wrong: '/api/users', correct: '/users' },
  },
  {
    rule: 'header-wrong-side',
    wrong: (world, port) => toEcho(port, world, { requestHeaderModifier: hsts }),
    correct: (world, port) => toEcho(port, world, { responseHeaderModifier: hsts }),
    see: async port => {
      const answer = await ask(port, '/');
      return [answer.headers['strict-transport-security'] ?? null, echoed(answer).headers['strict-transport-security'] ?? null];
    },
    saw: { wrong: [null, 'max-age=31536000'], correct: ['max-age=31536000', null] },
  },
  {
    rule: 'ai-field-range',
    what: 'the number reaches the provider',
    wrong: (world, port) => toModel(port, world, {}, { ai: { overrides: { model: 'm', temperature: 20 } } }),
    correct: (world, port) => toModel(port, world, {}, { ai: { overrides: { model: 'm', temperature: 0.2 } } }),
    see: async port => JSON.parse((await chat(port, 'show-temperature')).body).temperature as number,
    saw: { wrong: 20, correct: 0.2 },
  },
  {
    rule: 'cel-out-of-range',
    wrong: (world, port) => toEcho(port, world, { transformations: { response: { set: { 'x-failed': 'string(response.code > 599)' } } } }),
    correct: (world, port) =>
      toEcho(port, world, { transformations: { response: { set: { 'x-failed': 'string(response.code >= 500)' } } } }),
    see: async port => [await status(port, '/status/503'), (await ask(port, '/status/503')).headers['x-failed'] ?? null],
    saw: { wrong: [503, null], correct: [503, null] },
    sawIn: { 'v1.4.0': { wrong: [503, 'false'], correct: [503, 'true'] } },
  },
];
