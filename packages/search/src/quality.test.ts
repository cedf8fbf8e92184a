/** How often one of the first five tools answers a question. The ranking was tuned with `questions.txt`, never with `held-out.txt`. */
import type { SourceTool } from '@mcpgw/upstreams';
import { readQuestions, readTools } from '../test/questions.js';
import { ToolSearch } from './tool-search.js';

const tools = readTools() as unknown as readonly (SourceTool & { readonly server: string })[];
const servers = [...new Set(tools.map(({ server }) => server))];
type Entry = { readonly server: { readonly name: string }; readonly tools: readonly SourceTool[] };
const entries: ReadonlyMap<string, Entry> = new Map(
  servers.map(name => [name, { server: { name }, tools: tools.filter(({ server }) => server === name) }] as const),
);
const search = new ToolSearch<Entry>();
search.follow(entries);

function firstFive(question: string): string[] {
  const names = (entry: Entry) => entry.tools.map(({ name }) => `${entry.server.name}:${name}`);
  return [...search.hits(question, [...entries.values()], names, 5)].slice(0, 5).map(({ entry, at }) => names(entry)[at]!);
}

const unanswered = (file: 'questions.txt' | 'held-out.txt') =>
  readQuestions(file).filter(({ text, answers }) => !firstFive(text).some(name => answers.includes(name)));

it('asks about at least 300 tools, and only about tools that are there', () => {
  const names = new Set(tools.map(({ server, name }) => `${server}:${name}`));
  expect(names.size).toBeGreaterThanOrEqual(300);
  const asked = [...readQuestions('questions.txt'), ...readQuestions('held-out.txt')];
  expect(asked.flatMap(({ answers }) => answers.filter(name => !names.has(name)))).toEqual([]);
});

it('answers nine of ten of at least 60 questions in the first five tools', () => {
  const questions = readQuestions('questions.txt');
  expect(questions.length).toBeGreaterThanOrEqual(60);
  const missed = unanswered('questions.txt').map(({ text }) => text);
  expect({ missed, isEnough: missed.length <= questions.length * 0.1 }).toMatchObject({ isEnough: true });
});

it('answers four of five of at least 30 questions that it was not tuned with', () => {
  const questions = readQuestions('held-out.txt');
  expect(questions.length).toBeGreaterThanOrEqual(30);
  expect(unanswered('held-out.txt').length).toBeLessThanOrEqual(questions.length * 0.2);
});

it.each([
  ['make a folder', 'filesystem:create_directory'],
  ['check off a to-do', 'todoist:todoist_complete_task'],
  ['deleting a bucket or a mailbox filter', 'gmail:create_filter'],
])('%j finds %s', (question, name) => {
  expect(firstFive(question)).toContain(name);
});

it('searches for words that say nothing where a question has no others', () => {
  expect(firstFive('who is it for').length).toBe(5);
});
