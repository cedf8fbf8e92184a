import { existsSync } from 'node:fs';
import type { Finding, Sources } from '@mcpgw/diagnostics';
import { type Env, type Node, parseVersion, type ReadYaml, yamlReadings } from '@mcpgw/structure';
import { readSettings, type Settings } from '@mcpgw/validate';
import { CliError } from '../errors.js';
import { gatewayVersionOf } from '../gateway-version.js';
import { readBytes } from '../read-file.js';
import { readEnvFiles } from './env-files.js';
import type { ValidateFlags } from './flags.js';
import { Skips } from './not-checked.js';
import { ruleIds } from './rule-list.js';

/** The files that a run has checked, in their order. A file that is given twice is there twice. */
export class CheckedFiles {
  readonly #files: { readonly file: string; readonly kind: string }[] = [];
  readonly #names = new Set<string>();

  add(file: string, kind: string): void {
    this.#files.push({ file, kind });
    this.#names.add(file);
  }

  has(file: string): boolean {
    return this.#names.has(file);
  }

  get list(): readonly { readonly file: string; readonly kind: string }[] {
    return this.#files;
  }
}

/** The shared state of the checks of one run. */
export interface RunContext {
  readonly flags: ValidateFlags;
  /** Undefined if only the syntax of placeholders is checked. */
  readonly env: Env | undefined;
  readonly settings: Settings;
  /** Version of the proxy if the user gives it, as bare semver. */
  readonly version: string | undefined;
  readonly kubeVersion: string | undefined;
  /** Kinds of objects that are not checked. */
  readonly skip: ReadonlySet<string>;
  /** The CustomResourceDefinitions of the run; files that are checked later add none. */
  definitions: readonly Node[];
  readonly sources: Sources;
  readonly findings: Finding[];
  readonly checked: CheckedFiles;
  readonly skips: Skips;
  /** Reads each file once in each dialect. */
  readonly readYaml: ReadYaml;
}

export const defaultSettings = 'mcpgw.config.yaml';
const noSettings: Settings = { rules: new Map(), crds: [], skip: [], findings: [] };

/** Reads the inputs of flags: settings, env files, versions. @throws CliError */
export function makeContext(flags: ValidateFlags, sources: Sources): RunContext {
  const findings: Finding[] = [];
  const readYaml = yamlReadings();
  const settings = loadSettings(flags, sources, readYaml);
  const env = loadEnv(flags, sources, findings);
  const version = versionOf(flags.gatewayVersion ?? settings.gatewayVersion, '--gateway-version', gatewayVersionOf);
  const kube = versionOf(flags.kubeVersion ?? settings.kubeVersion, '--kube-version', parseVersion);
  const kubeVersion = kube === undefined ? undefined : kube.split('.').slice(0, 2).join('.');
  const skip = new Set([...settings.skip, ...flags.skip.flatMap(text => text.split(','))].map(name => name.trim()));
  return {
    flags,
    env,
    settings,
    version,
    kubeVersion,
    skip,
    definitions: [],
    sources,
    findings: [...findings, ...settings.findings],
    checked: new CheckedFiles(),
    skips: new Skips(),
    readYaml,
  };
}

function versionOf(text: string | undefined, flag: string, read: (text: string) => string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const version = read(text);
  if (version === undefined) throw new CliError(`${flag}: "${text}" is not a version`);
  return version;
}

function loadSettings(flags: ValidateFlags, sources: Sources, readYaml: ReadYaml): Settings {
  const file = flags.settings ?? (existsSync(defaultSettings) ? defaultSettings : undefined);
  if (file === undefined) return noSettings;
  const text = new TextDecoder().decode(readBytes(file, file));
  sources.add(file, text);
  return readSettings(text, file, ruleIds(), readYaml);
}

/** The values of placeholders; undefined if no flag asks for them: then only their syntax is checked. */
function loadEnv(flags: ValidateFlags, sources: Sources, findings: Finding[]): Env | undefined {
  const read = readEnvFiles(flags.envFile, sources);
  findings.push(...read.findings);
  if (flags.env !== true && flags.envFile.length === 0) return undefined;
  return Object.assign(Object.create(null), flags.env === true ? process.env : {}, read.env);
}
