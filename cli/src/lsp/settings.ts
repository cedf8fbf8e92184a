/** The settings of an editor, by the names of the flags of `mcpgw validate`. They replace the flags that the server was started with. */
import { dialectOf, HelmError } from '@mcpgw/helm';
import type { ValidateFlags } from '../validate/flags.js';

type Form = 'text' | 'texts' | 'switch';

/**
 * The settings that an editor may give, and their forms. `--allow-remote-schemas` is none of them: a folder that is opened could switch it on.
 */
export const settingForms = {
  gatewayVersion: 'text',
  kubeVersion: 'text',
  helmVersion: 'text',
  settings: 'text',
  chart: 'text',
  release: 'text',
  namespace: 'text',
  env: 'switch',
  ignoreMissingSchemas: 'switch',
  envFile: 'texts',
  allowUnsupported: 'texts',
  crds: 'texts',
  skip: 'texts',
  values: 'texts',
  set: 'texts',
  setString: 'texts',
  setJson: 'texts',
  setFile: 'texts',
  setLiteral: 'texts',
} as const satisfies Partial<Record<keyof ValidateFlags, Form>>;

/** Settings of the server itself. */
export interface ServerSettings {
  readonly flags: ValidateFlags;
  /** Whether all files of a folder of the workspace are checked together. */
  readonly together: boolean;
  /** Whether findings in files that are not open are shown too. */
  readonly wholeFolder: boolean;
}

/** What an editor sent, applied to the flags, and what of it cannot be used. */
export interface ReadSettings {
  readonly settings: ServerSettings;
  readonly problems: readonly string[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fits: Readonly<Record<Form, (value: unknown) => boolean>> = {
  text: value => typeof value === 'string',
  switch: value => typeof value === 'boolean',
  texts: value => Array.isArray(value) && value.every(item => typeof item === 'string'),
};

const words: Readonly<Record<Form, string>> = { text: 'a string', switch: 'true or false', texts: 'a list of strings' };

/** Editors send the default of a setting that nobody set: null, an empty text or an empty list. */
const isUnset = (value: unknown): boolean => value === null || value === undefined || value === '';

const ownForms: Readonly<Record<string, Form>> = { together: 'switch', wholeFolder: 'switch' };

/** Reads what the editor sends as `initializationOptions` or as its configuration `mcpgw`. */
export function readEditorSettings(given: unknown, flags: ValidateFlags): ReadSettings {
  const problems: string[] = [];
  const used: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
    const form = formOf(name);
    if (form === undefined || isUnset(value)) continue;
    if (!fits[form](value)) problems.push(`mcpgw.${name}: expected ${words[form]}`);
    else used[name] = value;
  }
  if (typeof used.helmVersion === 'string' && !isHelmVersion(used.helmVersion)) {
    problems.push(`mcpgw.helmVersion: "${used.helmVersion}" is not a known version of Helm`);
    delete used.helmVersion;
  }
  const { together = true, wholeFolder = false, ...more } = used;
  return { settings: { flags: { ...flags, ...more }, together: together === true, wholeFolder: wholeFolder === true }, problems };
}

function formOf(name: string): Form | undefined {
  if (Object.hasOwn(settingForms, name)) return settingForms[name as keyof typeof settingForms];
  return Object.hasOwn(ownForms, name) ? ownForms[name] : undefined;
}

function isHelmVersion(text: string): boolean {
  try {
    dialectOf(text);
    return true;
  } catch (error) {
    if (error instanceof HelmError) return false;
    throw error;
  }
}
