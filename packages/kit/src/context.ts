/** Large results: the agent sees a preview, the workspace keeps the complete result. */
import { declaredOf, declaring, type ToolFunction } from './permissions.js';
import { type ContextPreset, checkPreset, type PresetName, previewBudget, resolvePreset } from './presets.js';
import { savedPreview } from './save-result.js';
import { getSession, type Session } from './session.js';

export interface ContextOptions {
  /** Whether the complete result is saved to the workspace; default true. */
  readonly save?: boolean;
}

/** Limits of a call's result for the agent. */
export interface ResultLimits {
  readonly preset: ContextPreset;
  /** Whether the complete result is saved to the workspace. */
  readonly save: boolean;
  /** Maximum length of all text of a result, in characters (UTF-16 units). */
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

/** Reserve for the text around a preview: the path of the saved result, its length, "Preview:". */
const headerLength = 500;

function limitsOf(preset: ContextPreset, save: boolean): ResultLimits {
  return { preset, save, maxLength: Math.max(preset.threshold, previewBudget(preset) + headerLength) };
}

/** The most generous limits that `contextResult` applied in each call; each call has its own session object. */
const applied = new WeakMap<Session, ResultLimits>();

/** The limits of the complete result of this call: those of the default preset, or higher ones that `contextResult` applied in this call. */
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
 * and saved completely to `/workspace/results`. Each text of a tool result is cut separately; anything else is unchanged.
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
