/** Whether an address of plain http leaves the machine and the cluster: anyone on the way can then read and change what is sent. */
export function isPublicPlainHttp(url: string | undefined): boolean {
  const host = /^http:\/\/([^/:@]+)/i.exec(url ?? '')?.[1];
  if (host === undefined || !host.includes('.')) return false;
  return !/^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|\.(?:svc|local|internal|localhost)$|\.svc\./i.test(host);
}
