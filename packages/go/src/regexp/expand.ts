/** Replacement templates of Go's regexp.Expand (regexp.go of Go 1.26). */

interface Groups {
  group(index: number): string | undefined;
}

/**
 * Expands `$name`, `${name}`, `$1` and `${1}` in the template to groups, and `$$` to `$`. A group that does not exist is empty. If several
 * groups have one name, the first that took part in the match counts.
 * A name is as long as possible: `$1x` is the group named `1x`. A `$` before any other character is kept.
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

/** The number that a name denotes: decimal digits without a leading zero, below one billion. */
const groupIndex = (name: string): number | undefined => (/^(?:0|[1-9][0-9]{0,8})$/.test(name) ? Number(name) : undefined);
