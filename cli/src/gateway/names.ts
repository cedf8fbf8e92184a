import { builtinNames } from '@mcpgw/gateway';
import type { GatewayStateReport } from '@mcpgw/local-gateway';
import { Names } from '@mcpgw/names';

/** How a gateway names tools for clients. */
export function namesOfGateway({ servers, naming }: GatewayStateReport): Names {
  return new Names(
    servers.map(({ name }) => name),
    naming,
    builtinNames,
  );
}
