/** Replacement templates of Go's regexp.Expand (regexp.go of Go 1.26). */

interface Groups {
  group(index: number): string | undefined;
}

/**
 * The template with `$name`, `${name}`, `$1` and `${1}` replaced by groups (empty where there is no such group; of several of one name the first that took part) and `$$` by `$`.
 * A name is as long as it can be: `$1x` is the group named `1x`. A `$` before anything else stands for itself.
 */
export function expand(template: string, groups: Groups, groupNames: readonly string[]): string {
  if (!template.includes('$')) return template;
  return template.replace(
    /\$(?:\$|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu,
    (all, braced: string | undefined, bare: string | undefined) => {
      const name = braced ?? bare;
      if (name === undefined) return all === '$$' ? '$' : all;
      const index = groupIndex(name);
      if (index !== undefined) return index < groupNames.length ? (groups.group(index) ?? '') : '';
      for (const [i, groupName] of groupNames.entries()) {
        const text = groupName === name ? groups.group(i) : undefined;
        if (text !== undefined) return text;
      }
      return '';
    },
  );
}

/** The number a name is: decimal digits without a leading zero, below a thousand million. */
const groupIndex = (name: string): number | undefined => (/^(?:0|[1-9][0-9]{0,8})$/.test(name) ? Number(name) : undefined);
