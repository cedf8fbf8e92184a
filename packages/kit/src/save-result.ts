/** Saves a text that is too long for the agent to the workspace, and returns a preview. */
import { randomBytes } from 'node:crypto';
import type { ContextPreset } from './presets.js';
import { kindOf, previewOf } from './preview.js';
import { writeWorkspaceFile } from './workspace-files.js';
import { WorkspaceError, workspaceRoot } from './workspace-path.js';

/**
 * Saves `content` to a new file in `/workspace/results`.
 *
 * @param ending the file extension, without the dot
 * @returns the agent's path of the file, or undefined if the workspace accepts no more files
 */
export async function saveResult(content: string | Uint8Array, ending: string): Promise<string | undefined> {
  const path = `${workspaceRoot}/results/result_${randomBytes(4).toString('hex')}.${ending}`;
  try {
    return await writeWorkspaceFile(path, content, { exclusive: true });
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/** The text that the agent sees instead of `text`: the path of the complete text (with `save`), its length in characters (UTF-16 units), and a preview by kind. */
export async function savedPreview(text: string, preset: ContextPreset, save: boolean): Promise<string> {
  const kind = kindOf(text);
  const path = save ? await saveResult(text, kind) : undefined;
  const preview = previewOf(text, kind, preset);
  if (path !== undefined) return `Results saved to ${path} (${text.length} chars)\n\nPreview:\n${preview}`;
  const truncated = `Result truncated (${text.length} chars total):\n${preview}`;
  return save ? `${truncated}\n\nThe whole result could not be saved to the workspace.` : truncated;
}
