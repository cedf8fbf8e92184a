/** Large results: the agent sees a preview, the workspace keeps the whole. */
import { randomBytes } from 'node:crypto';
import { declaredOf, declaring, type ToolFunction } from './permissions.js';
import { type ContextPreset, checkPreset, type PresetName, resolvePreset } from './presets.js';
import { kindOf, previewOf } from './preview.js';
import { getSession } from './session.js';
import { writeWorkspaceFile } from './workspace-files.js';
import { WorkspaceError, workspaceRoot } from './workspace-path.js';

export interface ContextOptions {
  /** Whether the whole result is kept in the workspace; default true. */
  readonly save?: boolean;
}

type TextBlock = { readonly type: 'text'; readonly text: string };

function isTextBlock(block: unknown): block is TextBlock {
  return (
    typeof block === 'object' && block !== null && (block as TextBlock).type === 'text' && typeof (block as TextBlock).text === 'string'
  );
}

function contentOf(result: unknown): readonly unknown[] | undefined {
  const content = typeof result === 'object' && result !== null && (result as { readonly content?: unknown }).content;
  return Array.isArray(content) ? content : undefined;
}

/** The agent's path of the saved result, or undefined where the workspace takes no more files. */
async function save(text: string, ending: string): Promise<string | undefined> {
  const path = `${workspaceRoot}/results/result_${randomBytes(4).toString('hex')}.${ending}`;
  try {
    return await writeWorkspaceFile(path, text, { exclusive: true });
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

async function shortened(text: string, preset: ContextPreset, { save: saves = true }: ContextOptions): Promise<string> {
  if (text.length <= preset.threshold) return text;
  const kind = kindOf(text);
  const path = saves ? await save(text, kind) : undefined;
  const preview = previewOf(text, kind, preset);
  if (path !== undefined) return `Results saved to ${path} (${text.length} chars)\n\nPreview:\n${preview}`;
  const truncated = `Result truncated (${text.length} chars total):\n${preview}`;
  return saves ? `${truncated}\n\nThe whole result could not be saved to the workspace.` : truncated;
}

/**
 * Wraps a tool's handler, or a connector's method: texts that are longer than the preset allows are cut by kind (JSON, CSV, text)
 * and saved whole to `/workspace/results`. Texts of tool results are cut each; anything else passes through.
 *
 * @param preset the name of a preset, or changes to the default one
 * @throws TypeError for a preset that does not exist
 */
export function contextResult(preset: PresetName | Partial<ContextPreset> = 'default', options: ContextOptions = {}) {
  checkPreset(preset);
  return <A extends unknown[], R>(produce: (...args: A) => R | Promise<R>): ToolFunction<A, Promise<R>> => {
    const shorten = (text: string) => shortened(text, resolvePreset(preset, getSession().context), options);
    const wrapped = async (...args: A): Promise<R> => {
      const result: unknown = await produce(...args);
      if (typeof result === 'string') return (await shorten(result)) as R;
      const content = contentOf(result);
      if (!content) return result as R;
      const blocks = await Promise.all(
        content.map(async block => (isTextBlock(block) ? { ...block, text: await shorten(block.text) } : block)),
      );
      return { ...(result as object), content: blocks } as R;
    };
    return declaring(wrapped, declaredOf(produce));
  };
}
