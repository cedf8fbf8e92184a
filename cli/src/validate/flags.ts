import type { RenderFlags } from '../render/flags.js';
import type { HelmVersionFlag } from '../render/helm-version.js';

export const outputFormats = ['text', 'json', 'sarif', 'junit', 'github', 'html'] as const;
export const kindNames = [
  'values',
  'manifest',
  'agentgateway',
  'mcp-config',
  'mcp-servers',
  'serve',
  'settings',
  'golden-case',
  'client-config',
] as const;

/** Flags of `mcpgw validate`, as commander parses them. */
export interface ValidateFlags extends HelmVersionFlag {
  readonly kind?: (typeof kindNames)[number];
  readonly gatewayVersion?: string;
  readonly kubeVersion?: string;
  readonly output: (typeof outputFormats)[number];
  readonly strict?: boolean;
  readonly explain?: string;
  readonly fix?: boolean;
  /** Whether placeholders are looked up in the environment of this process. */
  readonly env?: boolean;
  readonly envFile: readonly string[];
  readonly allowUnsupported?: readonly string[];
  readonly crds: readonly string[];
  readonly skip: readonly string[];
  readonly ignoreMissingSchemas?: boolean;
  /** The file with the settings of the rules. */
  readonly settings?: string;
  readonly chart?: string;
  readonly release: string;
  readonly allowRemoteSchemas?: boolean;
  readonly namespace: string;
  readonly values: readonly string[];
  readonly set: readonly string[];
  readonly setString: readonly string[];
  readonly setJson: readonly string[];
  readonly setFile: readonly string[];
  readonly setLiteral: readonly string[];
}

/** The flags of a render that validation makes; the rest has its defaults. */
export function renderFlags(flags: ValidateFlags): RenderFlags {
  return {
    values: flags.values,
    set: flags.set,
    setString: flags.setString,
    setJson: flags.setJson,
    setFile: flags.setFile,
    setLiteral: flags.setLiteral,
    namespace: flags.namespace,
    showOnly: [],
    hooks: true,
    apiVersions: [],
    ...(flags.allowRemoteSchemas === true && { allowRemoteSchemas: true }),
    ...(flags.kubeVersion === undefined ? {} : { kubeVersion: flags.kubeVersion }),
    ...(flags.helmVersion === undefined ? {} : { helmVersion: flags.helmVersion }),
  };
}
