/** Where findings of a render point that come from no value of the user's. */
import type { Finding, Path, Sources } from '@mcpgw/diagnostics';
import { type Chart, type HelmError, ManifestError, RenderError } from '@mcpgw/helm';
import { templateFile } from './template-source.js';
import { closestPlace, type ValuePlace, type ValuesFile } from './values-tree.js';

/** A chart as findings name it. */
export interface NamedChart {
  readonly chart: Chart;
  /** The chart as the user named it. */
  readonly label: string;
  /** Whether it is the chart inside mcpgw, whose files the user does not have. */
  readonly isBundled: boolean;
  /** Values files, the later ones with higher precedence. */
  readonly files: readonly ValuesFile[];
  readonly sources: Sources;
}

/** A template as a message names it: its file, or for the chart inside mcpgw its name. */
export const templateName = (template: string, { isBundled }: Pick<NamedChart, 'isBundled'>): string =>
  isBundled ? `${template} of the bundled chart` : template;

/**
 * What a user can change about the chart inside mcpgw: the section of a value that the chart itself gives, else the start of the last file.
 * Undefined for a chart whose files the user has.
 */
export function userPlace({ isBundled, files }: NamedChart, value: Path = []): ValuePlace | undefined {
  const last = files.findLast(({ isFlag }) => isFlag !== true) ?? files.at(-1);
  if (!isBundled || last === undefined) return undefined;
  return closestPlace(files, value) ?? { file: last.file, span: { start: 0, end: 1 } };
}

/** A message that begins with the path of a value: `image.tag: latest is not a version`. */
const aboutValue = /^([A-Za-z_][\w-]*(?:\.[\w-]+|\[\d+\])*): /;

const stepsOf = (text: string): Path => text.split(/[.[]/).map(step => (step.endsWith(']') ? Number(step.slice(0, -1)) : step));

const pathOf = (message: string): Path => {
  const path = aboutValue.exec(message)?.[1];
  return path === undefined ? [] : stepsOf(path);
};

/** A failed render: at the value that its message is about, else at the template's line, if both the line and the file are known. */
export function renderFinding(error: HelmError, named: NamedChart): Finding {
  const base = { rule: 'render-error', severity: 'error' } as const;
  const user = userPlace(named);
  if (error instanceof RenderError && error.location !== undefined) return { ...base, ...failedTemplate(error.location, named) };
  if (error instanceof ManifestError) {
    const message = `what was rendered is not YAML: ${error.reason}`;
    if (user !== undefined) return { ...base, message: `${message} (in what ${templateName(error.path, named)} renders)`, ...user };
    return { ...base, message, file: templateFile(error.path, named.chart, named.label, named) };
  }
  return { ...base, message: error.message, ...(user ?? { file: named.label }) };
}

function failedTemplate(
  { template, line, column = 0, reason }: NonNullable<RenderError['location']>,
  named: NamedChart,
): Pick<Finding, 'message' | 'file' | 'span'> {
  const place = closestPlace(named.files, pathOf(reason)) ?? userPlace(named);
  if (place !== undefined) return { message: `${reason} (line ${line} of ${templateName(template, named)})`, ...place };
  const file = templateFile(template, named.chart, named.label, named);
  const index = named.sources.index(file);
  const start = index === undefined ? 0 : index.offset(line) + column;
  return { message: reason, file, span: { start, end: start + 1 } };
}
