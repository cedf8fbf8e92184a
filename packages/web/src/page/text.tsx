/** Texts of servers: they stay texts, and characters that do not show are shown by their number. */
import type { ComponentChildren } from 'preact';

/**
 * Characters that a reader does not see or that reorder what a reader sees: controls, zero-width and direction marks, fillers, and the tag
 * characters that hide instructions to a model.
 */
const unseen = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200c\\u200e\\u200f]',
    '[\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffc\\u034f\\u180b-\\u180d\\u180f]',
    '[\\u{e0000}-\\u{e0fff}]',
    // Emoji may be joined and have their variant.
    '(?<!\\p{Extended_Pictographic}\\ufe0f?)\\u200d',
    '(?<!\\p{Emoji})\\ufe0f',
  ].join('|'),
  'gu',
);

const codePoint = (char: string): string => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** `text` where only a plain text fits, such as an accessible name. */
export const visibleText = (text: string): string => text.replace(unseen, codePoint);

/** A text of a server. */
export function Text({ children: text }: { readonly children: string }): ComponentChildren {
  const nodes: ComponentChildren[] = [];
  let from = 0;
  for (const { 0: char, index } of text.matchAll(unseen)) {
    if (index > from) nodes.push(text.slice(from, index));
    nodes.push(
      <span class="unseen-char" title="a character that does not show">
        {codePoint(char)}
      </span>,
    );
    from = index + char.length;
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
}
