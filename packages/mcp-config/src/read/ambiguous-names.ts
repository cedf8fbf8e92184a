/**
 * Pairs of servers whose tools could have the same name: `a` and `a__b` with the separator `__`, where `a__b__x` is both the tool `b__x`
 * of `a` and the tool `x` of `a__b`. `server:tool` is always accepted, whatever the separator is.
 */
export function ambiguousNames(names: readonly string[], separator: string): readonly (readonly [string, string])[] {
  const marks = separator === ':' ? [':'] : [separator, ':'];
  const begins = (longer: string, shorter: string) =>
    marks.some(mark => marks.some(own => `${longer}${own}`.startsWith(`${shorter}${mark}`)));
  return names.flatMap(longer => {
    const shorter = names.find(name => name.length < longer.length && longer.startsWith(name) && begins(longer, name));
    return shorter === undefined ? [] : [[shorter, longer] as const];
  });
}
