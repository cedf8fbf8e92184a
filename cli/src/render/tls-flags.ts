/** Flags that name files for a connection that a local render never opens; Helm reads these files nevertheless. */
export interface TlsFlags {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly insecureSkipTlsVerify?: boolean;
}

/** Whether Helm would read the files (pkg/cmd/root.go newRegistryClient). */
export const usesTls = ({ caFile, certFile, keyFile, insecureSkipTlsVerify }: TlsFlags): boolean =>
  Boolean(caFile || (certFile && keyFile) || insecureSkipTlsVerify);
