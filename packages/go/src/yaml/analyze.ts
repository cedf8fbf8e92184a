/** The styles that a scalar's characters allow. Behavior: yaml_emitter_analyze_scalar of goyaml's emitterc.go, v2 and v3. */
export interface Analysis {
  readonly multiline: boolean;
  readonly plain: boolean;
  readonly singleQuoted: boolean;
  readonly block: boolean;
}

/**
 * Everything that `is_printable` refuses except tab: control characters, NEL, the byte order mark, and everything beyond the basic plane.
 */
const special = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff]/;
const lineBreak = /[\n\r\x85\u2028\u2029]/;
const indicators = /^[#,[\]{}&*!|>'"%@`]|^[?:-](?:[ \t]|$)|^---|^\.\.\.|:(?:[ \t]|$)|[ \t\n\r\x85\u2028\u2029\0]#/;
const spaceBreak = / [\n\r\x85\u2028\u2029]/;
const breakSpace = /[\n\r\x85\u2028\u2029] /;
const edge = /^[ \n\r\x85\u2028\u2029]|[ \n\r\x85\u2028\u2029]$/;
const ordinary = /^[A-Za-z0-9_./+=~$^<();-][A-Za-z0-9_./+=~$^<>();,@*&!|'"%`?{}[\]\\-]*$/;

const free: Analysis = { multiline: false, plain: true, singleQuoted: true, block: true };

/** Analyzes the characters of a scalar. `tabsInBlocks` is true for v3, which allows tabs in block scalars. */
export function analyze(value: string, tabsInBlocks: boolean): Analysis {
  if (value === '') return { multiline: false, plain: true, singleQuoted: true, block: false };
  if (ordinary.test(value) && !value.startsWith('-') && !value.startsWith('...')) return free;
  const multiline = lineBreak.test(value);
  const tabs = value.includes('\t');
  const unfit = special.test(value) || (tabs && !tabsInBlocks) || spaceBreak.test(value);
  return {
    multiline,
    plain: !multiline && !unfit && !tabs && !edge.test(value) && !indicators.test(value),
    singleQuoted: !unfit && !tabs && !breakSpace.test(value),
    block: !unfit && !value.endsWith(' '),
  };
}
