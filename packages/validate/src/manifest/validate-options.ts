import type { Definitions } from '@mcpgw/custom-resources';
import type { Finding } from '@mcpgw/diagnostics';
import type { ServeFile } from '@mcpgw/mcp-config';
import type { Env, KeptParts, Kind, Node, ReadFile, ReadYaml } from '@mcpgw/structure';

/** What is known of earlier texts of a file that is checked again and again. */
export interface KeptFindings {
  /** The routes or the servers of the file. */
  readonly parts: KeptParts;
  /** The documents of a stream of manifests. */
  readonly documents: { readonly findings: (text: string, options: ValidateOptions) => readonly Finding[] | undefined };
}

/** The options of a validation. */
export interface ValidateOptions {
  /** The name of the file as the user gave it. */
  readonly file: string;
  /** The kind, if the user specified it. Default: detected from content and name. */
  readonly kind?: Kind | undefined;
  /** Version of the proxy, as bare semver. Default: from the image in a manifest, else the newest known one. */
  readonly version?: string | undefined;
  /** Minor version of Kubernetes, such as `1.34`. */
  readonly kubeVersion?: string | undefined;
  /** The values of variables in placeholders. If absent, only the syntax of placeholders is checked. */
  readonly env?: Env | undefined;
  /** The names of unsupported settings that may be ignored. */
  readonly allowUnsupported?: readonly string[];
  /** The findings of rules across objects, if the file was checked together with others by `checkFilesTogether`. */
  readonly related?: (() => readonly Finding[]) | undefined;
  readonly readFile?: ReadFile;
  /** What earlier validations of the file found, which is kept by this one. The findings are the same with it. */
  readonly kept?: KeptFindings | undefined;
  /** Reads YAML. A run that checks one text several times passes its memoized reader. */
  readonly readYaml?: ReadYaml;
  /** Whether chart values only get their kind, because the caller checks them together with the chart. */
  readonly leavesValues?: boolean;
  /** Kinds from CustomResourceDefinitions. Default: those that the text itself defines. */
  readonly definitions?: Definitions;
  /** Kinds of objects that are not checked, as `Kind` or `group/version/Kind`. */
  readonly skip?: ReadonlySet<string>;
  /** Called for each object that is not checked because of `skip`. */
  readonly onSkip?: () => void;
  /** Reads a file that the configuration of `mcpgw serve` includes servers from. Returns undefined if the file does not exist. */
  readonly readServers?: (path: string) => ServeFile | undefined;
  /** Called with the checked share of a long stream, from 0 to 1. */
  readonly progress?: (share: number) => void;
  /** Called for each object of a manifest, including items of lists; `offset` is the start of its text in the file, in characters. */
  readonly onObject?: (object: Node, offset?: number) => void;
  /** Called for each configuration of `mcpgw serve` in a ConfigMap, so that the caller can run checks that need the gateway. */
  readonly onServe?: (found: EmbeddedServe) => void;
}

/** A configuration of `mcpgw serve` in a ConfigMap. */
export interface EmbeddedServe {
  readonly key: string;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** Converts a finding about `text` to one about the file that contains it. */
  readonly place: (finding: Finding) => Finding;
}
