import type { Definitions } from '@mcpgw/custom-resources';
import type { Finding } from '@mcpgw/diagnostics';
import type { ServeFile } from '@mcpgw/mcp-config';
import type { Env, Kind, Node, ReadFile, ReadYaml } from '@mcpgw/structure';

/** How a text is to be validated. */
export interface ValidateOptions {
  /** The file as the user named it. */
  readonly file: string;
  /** The kind, where the user says it; else it is told from content and name. */
  readonly kind?: Kind | undefined;
  /** Version of the proxy, as bare semver; by default taken from the image of a manifest, else the newest known. */
  readonly version?: string | undefined;
  /** Minor version of Kubernetes, such as `1.34`. */
  readonly kubeVersion?: string | undefined;
  /** Where variables of placeholders are looked up; undefined checks their syntax alone. */
  readonly env?: Env | undefined;
  /** Settings that mcpgw does not support and that may be ignored: names of keys. */
  readonly allowUnsupported?: readonly string[];
  /** Objects of other files that are applied together with a manifest: rules that look at several objects see them. */
  readonly others?: readonly Node[];
  readonly readFile?: ReadFile;
  /** What reads YAML: the readings of a run, where several checks of it look at one text. */
  readonly readYaml?: ReadYaml;
  /** Kinds that CustomResourceDefinitions define; those of the text itself when absent. */
  readonly definitions?: Definitions;
  /** Kinds of objects that are not checked: `Kind` or `group/version/Kind`. */
  readonly skip?: ReadonlySet<string>;
  /** Told of each object that is not checked because of `skip`. */
  readonly onSkip?: () => void;
  /** Reads a file that the configuration of `mcpgw serve` takes servers from; undefined where there is none. */
  readonly readServers?: (path: string) => ServeFile | undefined;
  /** Told how much of a long stream is checked, from 0 to 1. */
  readonly progress?: (share: number) => void;
  /** Told of each object of a manifest, items of lists included; `offset` is where its text begins in the file. */
  readonly onObject?: (object: Node, offset?: number) => void;
  /** Told of each configuration of `mcpgw serve` inside of a ConfigMap: what only the gateway can tell of it, the caller may look at. */
  readonly onServe?: (found: EmbeddedServe) => void;
}

/** A configuration of `mcpgw serve` inside of a ConfigMap. */
export interface EmbeddedServe {
  readonly key: string;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** A finding in `text` as one in the file around it. */
  readonly place: (finding: Finding) => Finding;
}
