/**
 * Limits every result, whatever its author does: long texts, embedded resources, structured content, many blocks, binary data.
 * Requirement 3 of the server requirements: results are truncated and saved to the workspace.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ResultLimits, resultLimits } from './context.js';
import { previewBudget } from './presets.js';
import { kindOf } from './preview.js';
import { capped } from './preview-cut.js';
import { savedPreview, saveResult } from './save-result.js';

type ContentBlock = CallToolResult['content'][number];

/** Maximum binary data of a result, in characters of base64: 5 MB, the largest image that models accept. */
export const maxBinaryLength = 5 * 1024 * 1024 * (4 / 3);

/** Minimum size that each block counts for, so that many empty blocks add up. */
const blockOverhead = JSON.stringify({ type: 'text', text: '', data: '' }).length;
/** Reserve for the note about omitted blocks. */
const noteLength = 200;

const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

function textOf(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' && 'text' in block.resource ? block.resource.text : undefined;
}

function binaryOf(block: ContentBlock): { readonly data: string; readonly mimeType: string | undefined } | undefined {
  if (block.type === 'image' || block.type === 'audio') return { data: block.data, mimeType: block.mimeType };
  if (block.type !== 'resource' || !('blob' in block.resource)) return undefined;
  return { data: block.resource.blob, mimeType: block.resource.mimeType };
}

/** The characters of a block that an agent may read: its text, and its other members as JSON; binary data is counted separately. */
function lengthOf(block: ContentBlock): number {
  const others =
    block.type === 'resource' ? { ...block, resource: { ...block.resource, text: '', blob: '' } } : { ...block, text: '', data: '' };
  return JSON.stringify(others).length + (textOf(block)?.length ?? 0);
}

function uriOf(block: ContentBlock): string {
  return block.type === 'resource' ? `Resource ${block.resource.uri.slice(0, 1000)}: ` : '';
}

/** The beginning of an error is unchanged, because clients check its first characters. */
async function cutError(text: string, { preset, save }: ResultLimits): Promise<string> {
  const path = save ? await saveResult(text, 'txt') : undefined;
  return `${capped(text, previewBudget(preset))}\n\n${path ? `Saved to ${path}` : 'Truncated'} (${text.length} chars)`;
}

/** A block for the agent: unchanged, or a text block with the path of its long text or binary data. */
async function cutBlock(block: ContentBlock, limits: ResultLimits, isError: boolean, binaryRoom: number): Promise<ContentBlock> {
  const text = textOf(block);
  if (text !== undefined && text.length > limits.preset.threshold) {
    if (isError) return textBlock(await cutError(text, limits));
    return textBlock(`${uriOf(block)}${await savedPreview(text, limits.preset, limits.save)}`);
  }
  const binary = binaryOf(block);
  if (!binary || binary.data.length <= binaryRoom) return block;
  const path = limits.save ? await saveResult(Buffer.from(binary.data, 'base64'), endingOf(binary.mimeType)) : undefined;
  const what = `${uriOf(block)}${block.type === 'resource' ? 'binary data' : block.type} (${binary.data.length} chars of base64)`;
  return textBlock(
    `${what} is more than the ${Math.floor(binaryRoom)} that are left of the result's limit. ${path ? `Saved to ${path}` : 'It was left out.'}`,
  );
}

/** `png` of `image/png`; `bin` for anything that is not a plain word. */
function endingOf(mimeType = ''): string {
  const subtype = mimeType.split('/')[1] ?? '';
  return /^[a-z0-9]{1,10}$/.test(subtype) ? subtype : 'bin';
}

/** A note about the omitted blocks, which are saved as one file: their texts, or JSON if some are not texts. */
async function noteOf(rest: readonly ContentBlock[], { preset, save }: ResultLimits, withPreview: boolean): Promise<ContentBlock> {
  const texts = rest.map(block => (block.type === 'text' ? block.text : undefined));
  const whole = texts.every(text => text !== undefined) ? texts.join('\n') : JSON.stringify(rest);
  if (withPreview) return textBlock(await savedPreview(whole, preset, save));
  const path = save ? await saveResult(whole, kindOf(whole)) : undefined;
  const count = rest.length === 1 ? '1 more content block' : `${rest.length} more content blocks`;
  return textBlock(`${count} (${whole.length} chars) ${path ? `saved to ${path}` : 'left out: the result is too long.'}`);
}

/** The blocks that fit, with long ones cut, and a note about the others. */
async function cutContent(blocks: readonly ContentBlock[], limits: ResultLimits, isError: boolean): Promise<ContentBlock[]> {
  const fits = blocks.reduce((sum, block) => sum + lengthOf(block), -blockOverhead) <= limits.maxLength;
  const shown: ContentBlock[] = [];
  let room = fits ? limits.maxLength + blockOverhead : limits.maxLength - noteLength;
  let binaryRoom = maxBinaryLength;
  for (const [index, block] of blocks.entries()) {
    const isLong = (textOf(block)?.length ?? 0) > limits.preset.threshold;
    const expected = isLong ? Math.min(lengthOf(block), previewBudget(limits.preset)) : lengthOf(block);
    if (expected > room) return [...shown, await noteOf(blocks.slice(index), limits, index === 0)];
    const cut = await cutBlock(block, limits, isError, binaryRoom);
    binaryRoom -= binaryOf(cut)?.data.length ?? 0;
    room -= lengthOf(cut);
    shown.push(cut);
  }
  return shown;
}

/** Structured content that is too long: saved, and named in a text. With an output schema the result is an error, because clients expect content that matches the schema. */
async function withoutStructured(
  result: CallToolResult,
  json: string,
  tool: string,
  limits: ResultLimits,
  hasOutputSchema: boolean,
): Promise<CallToolResult> {
  const { structuredContent, ...others } = result;
  if (hasOutputSchema) {
    const reason = `The structured result of tool '${tool}' has ${json.length} characters and the limit is ${limits.maxLength}, so it was not sent. Ask for less.`;
    return { isError: true, content: [textBlock(`${reason}\n\n${await savedPreview(json, limits.preset, limits.save)}`)] };
  }
  const copies = [json, JSON.stringify(structuredContent, null, 2)];
  if (result.content.some(block => block.type === 'text' && copies.includes(block.text))) return others;
  return { ...others, content: [textBlock(await savedPreview(json, limits.preset, limits.save)), ...result.content] };
}

/** `_meta` and other members of the result: saved and left out if they exceed the limit. */
async function withoutLongMembers(result: CallToolResult, { maxLength, save }: ResultLimits): Promise<CallToolResult> {
  const { content, structuredContent, isError, ...others } = result;
  const json = JSON.stringify(others);
  if (json.length <= maxLength) return result;
  const path = save ? await saveResult(json, 'json') : undefined;
  const note = textBlock(
    `The result's ${Object.keys(others).join(', ').slice(0, noteLength)} (${json.length} chars) ${path ? `saved to ${path}` : 'left out: too long.'}`,
  );
  return { content: [note, ...content], structuredContent, isError };
}

/**
 * The result as the agent may get it, within the limits of this call (`resultLimits`). All text of a result counts together, in
 * characters (UTF-16 units), structured content separately. Longer content is saved completely to `/workspace/results` and previewed.
 *
 * @param tool the tool's name
 * @param hasOutputSchema whether clients expect `structuredContent`
 * @throws SessionError outside of a session
 */
export async function withinLimits(result: CallToolResult, tool: string, hasOutputSchema: boolean): Promise<CallToolResult> {
  const limits = resultLimits();
  let limited = await withoutLongMembers(result, limits);
  const json = limited.structuredContent === undefined ? '' : JSON.stringify(limited.structuredContent);
  if (json.length > limits.maxLength) limited = await withoutStructured(limited, json, tool, limits, hasOutputSchema && !limited.isError);
  return { ...limited, content: await cutContent(limited.content, limits, limited.isError === true) };
}
