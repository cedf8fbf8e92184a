/** What the tests of hostile text share: the texts in every notation, a folder for each test, and commands that run there. */
import type { SpawnSyncReturns } from 'node:child_process';
import { rmSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { chartYaml, writeTree } from './command.js';
import { harmsOf, hostileArgument, hostileText, hostileWord } from './hostile-texts.js';
import { javaScriptTraces, mcpgw } from './mcpgw.js';

export type Files = Readonly<Record<string, string | Uint8Array>>;
export type Ran = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>;

/** A name of a file, below the length that file systems allow. */
export const fileName = `${hostileWord}\u001b[31m\r\u202e\u200b\n::error::x\n##[add-mask]y##vso[z][l](http:evil)<b>&\`@me,a=b:c%0A`;
/** Without what flags of Helm read. */
export const bare = hostileArgument.replace(/[[\]{}.,=/\\"]/g, '');
/** As YAML and Go's text/template take it in double quotes. */
export const quotedText = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u{10ffff}]/gu, found => `\\U${found.codePointAt(0)!.toString(16).padStart(8, '0')}`);
export const quoted = quotedText(hostileText);
/** A key in braces; one without `?` ends after 1024 characters. */
export const key = `? ${quoted} `;
/** JSON that is YAML too: no control character stands in it as it is. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
export const json = asciiJson(hostileText);
export const values = `text: ${quoted}\nmap: {${key}: ${quoted}}\n`;

/** A folder of its own for each test. */
export const place = { folder: '' };
beforeEach(() => {
  place.folder = writeTree({});
});
afterEach(() => rmSync(place.folder, { recursive: true, force: true }));

export function run(args: readonly string[], files: Files = {}, env: Readonly<Record<string, string>> = {}): Ran {
  writeTree(files, place.folder);
  return mcpgw(args, { cwd: place.folder, env: { HOME: place.folder, ...env } });
}

/** The text arrived, harmless, and without a stack. */
export function expectHarmless({ stdout, stderr }: Ran): void {
  expect(harmsOf(stderr)).toEqual([]);
  expect(harmsOf(stdout)).toEqual([]);
  expect(stderr).not.toMatch(javaScriptTraces);
  expect(`${stdout}${stderr}`).toContain(hostileWord);
}

export const chart = (files: Files, more = ''): Files => ({
  'c/Chart.yaml': chartYaml('c', more),
  'c/values.yaml': values,
  ...Object.fromEntries(Object.entries(files).map(([name, data]) => [`c/${name}`, data])),
});

export const template = (text: string): Files => chart({ 'templates/t.yaml': text });
export const manifest = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: ${data}\n`;
export const schema = (properties: object): Files => chart({ 'values.schema.json': JSON.stringify({ properties }) });

/** What a parser reads of an XML document: all texts and values of attributes. */
export function textsOfXml(xml: string): string[] {
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ attributes }) => void texts.push(...Object.values(attributes)));
  parser.on('text', text => void texts.push(text));
  parser.write(xml).close();
  return texts;
}
