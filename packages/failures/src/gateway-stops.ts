/** The reason of a signal that the gateway aborts because it stops; the client did not cancel the request. */
export class GatewayStops extends Error {
  override name = 'GatewayStops';
}
