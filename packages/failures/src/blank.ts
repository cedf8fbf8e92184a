/** Spaces of any kind, controls, and characters that show nothing: zero-width ones, fillers, variation selectors. */
const invisible = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has no visible character, so that it is no use as a name or an id. */
export function isBlank(text: string): boolean {
  return invisible.test(text);
}
