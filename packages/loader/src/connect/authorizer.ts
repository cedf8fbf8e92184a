/** A request that a server refused with 401 or 403. */
export interface RefusedRequest {
  readonly status: 401 | 403;
  /** The header `WWW-Authenticate`. */
  readonly challenge: string | null;
  /** The token that the request carried; undefined where it carried none. */
  readonly sent: string | undefined;
}

/** The credentials of a connection that change while it is open: OAuth tokens. A fixed header needs none of this. */
export interface Authorizer {
  /** The bearer token for the next request; undefined where it goes without one. @throws LoadError if there is none and there must be one */
  token(): Promise<string | undefined>;
  /** Whether the request is sent once more, with what `token` gives then. @throws LoadError if only a person can help */
  refused(request: RefusedRequest): Promise<boolean>;
}

/** Credentials that are made when the first request needs them. */
export function lazyAuthorizer(make: () => Promise<Authorizer>): Authorizer {
  let made: Promise<Authorizer> | undefined;
  let ready: Authorizer | undefined;
  const authorizer = () => {
    made ??= make().then(authorizer => {
      ready = authorizer;
      return authorizer;
    });
    return made;
  };
  return {
    token: () => ready?.token() ?? authorizer().then(found => found.token()),
    refused: async request => (await authorizer()).refused(request),
  };
}
