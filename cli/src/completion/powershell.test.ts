/** The script for PowerShell, by a grammar of the language: PowerShell itself is in no registry that the tests may use. */
import { readFileSync } from 'node:fs';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { scripts } from './scripts.js';

let parse: (text: string) => Node;

beforeAll(async () => {
  await Parser.init();
  const parser = new Parser().setLanguage(
    await Language.load(readFileSync(require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'))),
  );
  parse = text => parser.parse(text)!.rootNode;
});

/** The words of a command: its name, parameters and arguments. */
const wordsOf = (command: Node): string[] => [
  command.childForFieldName('command_name')!.text,
  ...(command.childForFieldName('command_elements')?.namedChildren ?? [])
    .filter(node => node!.type !== 'command_argument_sep')
    .map(node => node!.text),
];

it.each<[string, string]>([
  ['a condition without its end', 'if ($found -contains "x" { return }'],
  ['a block without its end', 'Register-ArgumentCompleter -ScriptBlock { param($a)'],
  ['a text without its end', '$x = "abc'],
])('the grammar refuses %s', (_, text) => {
  expect(parse(text).hasError).toBe(true);
});

it('is without a syntax error', () => {
  expect(parse(scripts.powershell).hasError).toBe(false);
});

it('is one command that registers a block for the name mcpgw', () => {
  const statements = parse(scripts.powershell)
    .namedChildren.filter(node => node!.type === 'statement_list')
    .flatMap(node => node!.namedChildren);
  expect(statements).toHaveLength(1);
  const [command] = statements[0]!.descendantsOfType('command');
  const [name, ...words] = wordsOf(command!);
  expect([name, words.slice(0, -1)]).toEqual(['Register-ArgumentCompleter', ['-Native', '-CommandName', 'mcpgw', '-ScriptBlock']]);
  expect(words.at(-1)).toMatch(/^\{[\s\S]*\}$/);
});

it('has the three parameters of a completer of a native command, in their order', () => {
  const block = parse(scripts.powershell).descendantsOfType('param_block')[0]!;
  expect(block.descendantsOfType('script_parameter').map(node => node!.text)).toEqual([
    '$wordToComplete',
    '$commandAst',
    '$cursorPosition',
  ]);
});

it('reads only variables that it has set, or that PowerShell sets', () => {
  const root = parse(scripts.powershell);
  const set = new Set([
    ...root
      .descendantsOfType('left_assignment_expression')
      .flatMap(node => node!.descendantsOfType('variable').map(({ text }: Node) => text)),
    ...root.descendantsOfType('script_parameter').map(node => node!.text),
  ]);
  const read = new Set(root.descendantsOfType('variable').map(node => node!.text.replace(/^@/, '$')));
  expect([...read].filter(name => !set.has(name)).sort()).toEqual(['$_']);
});

it('gives the word at the cursor in one argument that is never empty, which PowerShell before 7.3 would drop', () => {
  const commands = parse(scripts.powershell)
    .descendantsOfType('command')
    .map(node => node!.text);
  const [call] = commands.filter(text => text.startsWith('& mcpgw'));
  expect(call).toContain('& mcpgw completion words --shell powershell "--current=$wordToComplete" -- @words');
});
