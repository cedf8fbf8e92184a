/** Large results: the agent sees a preview, the workspace keeps the whole. */
import { declaredOf, declaring, type ToolFunction } from './permissions.js';
import { type ContextPreset, checkPreset, type PresetName, previewBudget, resolvePreset } from './presets.js';
import { savedPreview } from './save-result.js';
import { getSession, type Session } from './session.js';

export interface ContextOptions {
  /** Whether the whole result is kept in the workspace; default true. */
  readonly save?: boolean;
}

/** How much of a call's result reaches the agent. */
export interface ResultLimits {
  readonly preset: ContextPreset;
  /** Whether the whole result is kept in the workspace. */
  readonly save: boolean;
  /** The longest text of a whole result, in characters (UTF-16 units). */
  readonly maxLength: number;
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

/** Room for the words around a preview: the path of the saved result, its length, "Preview:". */
const headerLength = 500;

function limitsOf(preset: ContextPreset, save: boolean): ResultLimits {
  return { preset, save, maxLength: Math.max(preset.threshold, previewBudget(preset) + headerLength) };
}

/** The most generous limits that `contextResult` applied in each call; a session object is one call's. */
const applied = new WeakMap<Session, ResultLimits>();

/** The limits of a whole result of this call: those of the default preset, or more where `contextResult` allowed more in this call. */
export function resultLimits(): ResultLimits {
  const session = getSession();
  const usual = limitsOf(resolvePreset('default', session.context), true);
  const wider = applied.get(session);
  return wider && (wider.maxLength > usual.maxLength || !wider.save)
    ? { ...wider, maxLength: Math.max(wider.maxLength, usual.maxLength) }
    : usual;
}

function noteLimits(session: Session, limits: ResultLimits): void {
  const before = applied.get(session);
  if (!before || limits.maxLength > before.maxLength) applied.set(session, { ...limits, save: limits.save && (before?.save ?? true) });
  else if (!limits.save) applied.set(session, { ...before, save: false });
}

/**
 * Wraps a tool's handler, or a connector's method: texts that are longer than the preset allows are cut by kind (JSON, CSV, text)
 * and saved whole to `/workspace/results`. Texts of tool results are cut each; anything else passes through.
 * A server limits every result with the default preset anyway; the wrapper chooses another preset, or other limits.
 *
 * @param preset the name of a preset, or changes to the default one
 * @throws TypeError for a preset that does not exist
 */
export function contextResult(preset: PresetName | Partial<ContextPreset> = 'default', { save = true }: ContextOptions = {}) {
  checkPreset(preset);
  return <A extends unknown[], R>(produce: (...args: A) => R | Promise<R>): ToolFunction<A, Promise<R>> => {
    const wrapped = async (...args: A): Promise<R> => {
      const result: unknown = await produce(...args);
      const session = getSession();
      const resolved = resolvePreset(preset, session.context);
      noteLimits(session, limitsOf(resolved, save));
      const shorten = (text: string) => (text.length <= resolved.threshold ? text : savedPreview(text, resolved, save));
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
