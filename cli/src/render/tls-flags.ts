/** Flags that name files of a connection which a local render never makes; Helm reads them all the same. */
export interface TlsFlags {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly insecureSkipTlsVerify?: boolean;
}

/** Whether Helm would read the files (pkg/cmd/root.go newRegistryClient). */
export const usesTls = ({ caFile, certFile, keyFile, insecureSkipTlsVerify }: TlsFlags): boolean =>
  Boolean(caFile || (certFile && keyFile) || insecureSkipTlsVerify);
