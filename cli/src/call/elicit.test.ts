import type { ElicitRequest } from '@modelcontextprotocol/client';
import { answerQuestion } from './elicit.js';

let said = '';
beforeEach(() => {
  said = '';
  jest.spyOn(process.stderr, 'write').mockImplementation(text => {
    said += String(text);
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

async function answered(params: object, ...answers: string[]) {
  const questions: string[] = [];
  const result = await answerQuestion({ method: 'elicitation/create', params } as ElicitRequest, async question => {
    questions.push(question);
    return answers.shift() ?? '';
  });
  return { result, questions };
}

const form = {
  mode: 'form',
  message: 'Who are you?\u001b[2J',
  requestedSchema: {
    type: 'object',
    required: ['name', 'age'],
    properties: {
      name: { type: 'string', title: 'Your name' },
      age: { type: 'integer' },
      color: { type: 'string', enum: ['red', 'blue'], default: 'red' },
      ok: { type: 'boolean' },
      note: { type: 'string' },
    },
  },
};

it('asks for every field, again where the answer is none, and takes defaults', async () => {
  const { result, questions } = await answered(form, 'y', 'Ann', 'old', '7', '', 'yes', '');
  expect(result).toEqual({ action: 'accept', content: { name: 'Ann', age: 7, color: 'red', ok: true } });
  expect(questions.slice(1)).toEqual([
    '  Your name [string]: ',
    '  age [integer]: ',
    '  age [integer]: ',
    '  color [red|blue, default "red"]: ',
    '  ok [y/n]: ',
    '  note [string]: ',
  ]);
  expect(said).toContain('"old" is not an answer to that');
  expect(said).not.toContain('\u001b[2J');
});

it('is declined, and cancelled where an answer is never right', async () => {
  expect((await answered(form, 'n')).result).toEqual({ action: 'decline' });
  expect((await answered(form, 'y', '', '', '', '', '')).result).toEqual({ action: 'cancel' });
});

it('shows an address, which a person opens', async () => {
  const params = { mode: 'url', message: 'Log in', url: 'https://example.com/login', elicitationId: 'e' };
  expect((await answered(params, 'y')).result).toEqual({ action: 'accept' });
  expect((await answered(params, '')).result).toEqual({ action: 'decline' });
  expect(said).toContain('https://example.com/login');
});
