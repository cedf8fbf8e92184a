/** The result of a call for people and for programs; images and other data are saved, or described. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeText } from '@mcpgw/loader';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { CliError } from '../errors.js';

export interface ShownResult {
  /** For stdout. */
  readonly text: string;
  /** For stderr. */
  readonly notes: readonly string[];
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/plain': 'txt',
};

const extensionOf = (type: string): string => (Object.hasOwn(extensions, type) ? extensions[type]! : 'bin');

/** Writes data under a name that is ours alone, beside files that are there. @throws CliError */
function save(folder: string, bytes: Buffer, type: string, number: number): string {
  try {
    mkdirSync(folder, { recursive: true });
    for (let attempt = number; ; attempt++) {
      const file = join(folder, `result-${attempt}.${extensionOf(type)}`);
      try {
        writeFileSync(file, bytes, { flag: 'wx' });
        return file;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > number + 10_000) throw error;
      }
    }
  } catch (error) {
    throw new CliError(`--save ${safeText(folder)}: ${(error as Error).message}`);
  }
}

function dataNote(kind: string, data: string, type: string, folder: string | undefined, number: number): string {
  const bytes = Buffer.from(data, 'base64');
  const what = `${kind} (${safeText(type)}, ${bytes.length} bytes)`;
  return folder === undefined
    ? `${what}: not shown; --save DIR writes it to a file`
    : `${what}: ${safeText(save(folder, bytes, type, number))}`;
}

/** What stands for one block of a result. */
function shownBlock(block: ContentBlock, folder: string | undefined, number: number): { text?: string; note?: string } {
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'image':
    case 'audio':
      return { note: dataNote(block.type, block.data, block.mimeType, folder, number) };
    case 'resource_link':
      return { text: `${block.name}: ${block.uri}` };
    case 'resource': {
      const { resource } = block;
      if ('text' in resource) return { text: resource.text };
      return {
        note: dataNote(
          `resource ${safeText(resource.uri)}`,
          resource.blob,
          resource.mimeType ?? 'application/octet-stream',
          folder,
          number,
        ),
      };
    }
    default:
      return { note: `content of the unknown type ${safeText(String((block as { type: unknown }).type))}: -o json shows it` };
  }
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** A result as text: its text blocks in order; its structured content where there are none. @throws CliError where data cannot be saved */
export function shownResult({ content, structuredContent }: CallToolResult, folder: string | undefined): ShownResult {
  const blocks = content.map((block, at) => shownBlock(block, folder, at + 1));
  const texts = blocks.flatMap(({ text }) => text ?? []);
  const isEmpty = texts.length === 0 && structuredContent !== undefined;
  const text = isEmpty ? JSON.stringify(structuredContent, null, 2) : texts.map(ended).join('');
  return { text: ended(text), notes: blocks.flatMap(({ note }) => note ?? []) };
}
