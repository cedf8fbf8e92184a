import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { shownResult } from './output.js';

const image = { type: 'image', mimeType: 'image/png', data: Buffer.from('png!').toString('base64') } as const;
const shown = (content: CallToolResult['content'], more: Partial<CallToolResult> = {}, folder?: string) =>
  shownResult({ content, ...more } as CallToolResult, folder);

it('texts come in order; structured content only where there is no text', () => {
  const two = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b\n' },
  ] as const;
  expect(shown([...two], { structuredContent: { x: 1 } })).toEqual({ text: 'a\nb\n', notes: [] });
  expect(shown([], { structuredContent: { x: 1 } }).text).toBe('{\n  "x": 1\n}\n');
  expect(shown([])).toEqual({ text: '', notes: [] });
});

it('what is no text is described, or saved beside files that are there', () => {
  expect(shown([image]).notes).toEqual(['image (image/png, 4 bytes): not shown; --save DIR writes it to a file']);
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-save-'));
  const blob = { type: 'resource', resource: { uri: 'x://y', mimeType: '../../evil', blob: image.data } } as const;
  shown([image, blob], {}, folder);
  const again = shown([image], {}, folder);
  expect(again.notes).toEqual([`image (image/png, 4 bytes): ${join(folder, 'result-2.png')}`]);
  expect(readdirSync(folder).sort()).toEqual(['result-1.png', 'result-2.bin', 'result-2.png']);
  expect(readFileSync(join(folder, 'result-2.bin'), 'utf8')).toBe('png!');
});

it('links and resources', () => {
  const link = { type: 'resource_link', name: 'doc', uri: 'file:///doc' } as const;
  const resource = { type: 'resource', resource: { uri: 'x://y', text: 'inside' } } as const;
  expect(shown([link, resource]).text).toBe('doc: file:///doc\ninside\n');
  expect(shown([{ type: 'hologram' } as never]).notes).toEqual(['content of the unknown type hologram: -o json shows it']);
});

it('a folder that cannot be written is an error', () => {
  expect(() => shown([image], {}, '/dev/null/x')).toThrow(/^--save \/dev\/null\/x: /);
});
