/** Questions with the tools that answer them, and the tools of public servers; the texts are our own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AskedTool {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, object>> };
}

export interface Question {
  readonly text: string;
  /** Tools that answer it, as `server:tool`. */
  readonly answers: readonly string[];
}

const linesOf = (file: string): string[] => readFileSync(join(__dirname, file), 'utf8').split('\n');

/** The tools of `tools.txt`: a server a heading, a tool a line with the names of its arguments. */
export function readTools(): AskedTool[] {
  let server = '';
  return linesOf('tools.txt').flatMap(line => {
    if (line.startsWith('# ')) server = line.slice(2);
    const [, name, args, description] = /^(\w+)\((.*?)\): (.*)$/.exec(line) ?? [];
    if (name === undefined || args === undefined || description === undefined) return [];
    const properties = Object.fromEntries(args.split(', ').flatMap(arg => (arg === '' ? [] : [[arg, { type: 'string' }]])));
    return [{ server, name, description, inputSchema: { type: 'object' as const, properties } }];
  });
}

/** The questions of a file: `text => server:tool, server:tool`. */
export function readQuestions(file: 'questions.txt' | 'held-out.txt'): Question[] {
  return linesOf(file).flatMap(line => {
    const [text, answers] = line.startsWith('#') ? [] : line.split(' => ');
    return text === undefined || answers === undefined ? [] : [{ text, answers: answers.split(', ') }];
  });
}
