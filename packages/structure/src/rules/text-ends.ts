/** The text without the characters of a set at its end. Linear: a pattern such as `/+$` is not, because it starts at every slash. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The text without the characters of a set at both of its ends. */
export function withoutEnds(text: string, characters: string): string {
  const kept = withoutEnd(text, characters);
  let start = 0;
  while (start < kept.length && characters.includes(kept[start]!)) start++;
  return kept.slice(start);
}
