import { FuncError } from '@mcpgw/go/values';

/** Refuses what needs keys. @throws FuncError */
export function refuseKeys(): never {
  throw new FuncError('keys, certificates and AES are not available in the playground; render this chart with mcpgw render');
}
