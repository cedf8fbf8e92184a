/** A login that the page began: the address for the browser, and the cookie that binds the answer to it. */
export interface StartedLogin {
  readonly url: string;
  readonly cookie: string;
}

/** A login that cannot begin, with the code and the message of the API. */
export class LoginRefusal extends Error {
  override name = 'LoginRefusal';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
