/** The location of a value: keys of maps, positions in lists, and names of list items. */
export type Segment = string | number | { readonly key: string; readonly value: string };

export type FieldPath = readonly Segment[];

const plainKey = /^[A-Za-z_][\w-]*$/;

/** `spec.containers[name=proxy].args[0]`; keys with other characters are quoted: `data["config.yaml"]`. */
export function formatPath(path: FieldPath): string {
  return path
    .map((segment, i) => {
      if (typeof segment === 'number') return `[${segment}]`;
      if (typeof segment === 'object') return `[${segment.key}=${segment.value}]`;
      if (!plainKey.test(segment)) return `[${JSON.stringify(segment)}]`;
      return i === 0 ? segment : `.${segment}`;
    })
    .join('');
}
