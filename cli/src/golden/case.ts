import { dirname, resolve } from 'node:path';
import { LineIndex, nearest, type Span } from '@mcpgw/diagnostics';
import { decodeBytes, dialectOf, encodeString, GoMap, HelmError, marshalJson, unmarshalYaml, type Value, YamlError } from '@mcpgw/helm';
import { decodeFile, duplicateKeys, parseYaml } from '@mcpgw/structure';
import { goldenCase } from '@mcpgw/validate';
import { Command } from 'commander';
import { prepareArgs } from '../args.js';
import { CliError } from '../errors.js';
import { readBytes } from '../read-file.js';
import { addRenderFlags, checkedFlags, quoteCsv, type RenderFlags } from '../render/flags.js';
import { isStdin, readUserFile, type Target } from '../render/run.js';

/** A golden case as written in `case.yaml`; paths are relative to its folder. */
export interface GoldenCase {
  /** Chart folder or archive; the bundled chart when absent. */
  readonly chart?: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly valuesFiles?: readonly string[];
  /** Values that override those files. */
  readonly values?: GoMap;
  /** agentgateway version, as `global.agentgateway.version`. */
  readonly gatewayVersion?: string;
  /** Assignments, as in `--set`. */
  readonly set?: readonly string[];
  /** Version of Helm, as in `--helm-version`; overrides that flag of the command. */
  readonly helmVersion?: string;
  /** Further flags of `mcpgw render`. */
  readonly flags?: readonly string[];
  /** The case must be refused, with an error that contains this text. */
  readonly expectedError?: string;
}

/** The expected type of a key, by the type of its field in the shape of a case. */
const types: Readonly<Record<string, { readonly fits: (value: unknown) => boolean; readonly wanted: string }>> = {
  string: { fits: value => typeof value === 'string', wanted: 'a string' },
  list: { fits: value => Array.isArray(value) && value.every(item => typeof item === 'string'), wanted: 'a list of strings' },
  map: { fits: value => value instanceof GoMap, wanted: 'a map' },
};

/** Reads a `case.yaml`. @throws CliError that names the file and the key */
export function readCase(path: string): GoldenCase {
  const data = readYaml(path) ?? new GoMap();
  if (!(data instanceof GoMap)) throw new CliError(`${path}: a case is a map with keys such as release and values`);
  for (const [key, value] of data) checkKey(path, key, value);
  return Object.fromEntries(data);
}

/** The YAML of the case as Helm reads values files, without duplicate keys. @throws CliError */
function readYaml(path: string): Value {
  const bytes = Buffer.from(readBytes(path, path));
  const problem = problemOf(bytes, path);
  if (problem !== undefined) throw new CliError(problem);
  try {
    return unmarshalYaml(decodeBytes(bytes));
  } catch (error) {
    if (error instanceof YamlError) throw new CliError(`${path}: ${error.message}`);
    throw error;
  }
}

/** A finding of `validate` in the text, with its position; undefined if the text can be read and has no duplicate keys. */
function problemOf(bytes: Uint8Array, file: string): string | undefined {
  const { text, findings } = decodeFile(bytes, file);
  const parsed = findings.length > 0 ? { documents: [], findings } : parseYaml(text, { file, dialect: 'go' });
  const [first, second] = parsed.documents;
  const finding = parsed.findings[0] ?? (first && duplicateKeys(first, file)[0]);
  if (finding !== undefined) return `${placeIn(text, finding, file)}: ${finding.message}`;
  return second && `${placeIn(text, second, file)}: a case is one document`;
}

function placeIn(text: string, { span }: { readonly span?: Span }, file: string): string {
  if (span === undefined) return file;
  const { line, column } = new LineIndex(text).position(span.start);
  return `${file}:${line}:${column}`;
}

function checkKey(path: string, key: string, value: unknown): void {
  const field = goldenCase.fields[key];
  if (field === undefined) {
    const known = Object.keys(goldenCase.fields);
    const near = nearest(key, known);
    throw new CliError(
      `${path}: unknown key "${key}"${near === undefined ? `; known keys are ${known.join(', ')}` : `, did you mean "${near}"?`}`,
    );
  }
  const { fits, wanted } = types[field.shape.type]!;
  if (!fits(value)) throw new CliError(`${path}: "${key}" takes ${wanted}`);
}

/** The input of a case's render: release and chart, the flags, and the files that they name. */
export interface CaseRun {
  readonly target: Target;
  readonly flags: RenderFlags;
  /** Reads the files of `-f` and `--set-file` from the case's folder; `-` is the case's own values. */
  readonly read: (path: string) => Uint8Array;
}

/** A case as the equivalent command line; `helmVersion` applies to cases that name none. @throws CliError for unknown flags */
export function runOfCase(path: string, golden: GoldenCase, helmVersion?: string): CaseRun {
  const folder = dirname(path);
  checkHelmVersion(path, golden.helmVersion);
  const wanted = golden.helmVersion ?? helmVersion;
  const args = [
    ...(wanted === undefined ? [] : ['--helm-version', wanted]),
    ...['--namespace', golden.namespace ?? 'default'],
    ...(golden.valuesFiles ?? []).flatMap(file => ['--values', quoteCsv(file)]),
    ...(golden.values ? ['--values', '-'] : []),
    ...(golden.gatewayVersion === undefined ? [] : ['--set-string', `global.agentgateway.version=${golden.gatewayVersion}`]),
    ...(golden.set ?? []).flatMap(assignment => ['--set', assignment]),
    ...(golden.flags ?? []),
  ];
  return {
    target: {
      releaseName: golden.release ?? 'release-name',
      chartPath: golden.chart === undefined ? undefined : resolve(folder, golden.chart),
    },
    flags: parseFlags(path, args),
    read: file => (isStdin(file) ? encodeString(marshalJson(golden.values ?? new GoMap())) : readUserFile(resolve(folder, file))),
  };
}

function checkHelmVersion(path: string, version: string | undefined): void {
  try {
    dialectOf(version);
  } catch (error) {
    throw error instanceof HelmError ? new CliError(`${path}: "helmVersion": ${error.message}`) : error;
  }
}

function parseFlags(path: string, args: readonly string[]): RenderFlags {
  const command = addRenderFlags(new Command('render'))
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  try {
    return checkedFlags(command.parse(prepareArgs(command, args), { from: 'user' }));
  } catch (error) {
    throw new CliError(`${path}: flags: ${(error as Error).message.replace(/^error: /, '').trim()}`);
  }
}
