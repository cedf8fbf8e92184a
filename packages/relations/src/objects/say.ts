/** Reports about fields of an object, by their path in it. */
import type { Path, Severity } from '@mcpgw/diagnostics';
import { at, type Node, type RuleContext } from '@mcpgw/structure';

/** Reports a problem of a field; a field that is not there is reported at the nearest mapping above it. */
export type Say = (path: Path, message: string, suggestion: string, severity?: Severity) => void;

/** Reports about an object. */
export const sayOf =
  (report: RuleContext['report'], object: Node): Say =>
  (path, message, suggestion, severity) => {
    let above = path.length;
    while (above > 0 && at(object, ...path.slice(0, above)) === undefined) above -= 1;
    report({
      at: at(object, ...path.slice(0, above)) ?? object,
      path,
      message,
      suggestion,
      ...(severity === undefined ? {} : { severity }),
    });
  };
