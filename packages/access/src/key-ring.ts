/** The keys that clients may show. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServeAuth } from '@mcpgw/mcp-config';
import { type Caller, keyCallerId } from './caller.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

interface HeldKey {
  readonly digest: Buffer;
  readonly caller: Caller;
}

export class KeyRing {
  readonly #keys: readonly HeldKey[];

  /** A key that is in both lists is one of an admin. Of a key that stands twice in a list, the first counts. */
  constructor({ keys, adminKeys }: Pick<ServeAuth, 'keys' | 'adminKeys'>) {
    const held = (isAdmin: boolean) => (given: ServeAuth['keys'][number]) => {
      const { name, key, groups, scopes } = given;
      const caller: Caller = { kind: 'key', id: keyCallerId(key), keyName: name, groups, scopes, isAdmin };
      return { digest: digest(key), caller };
    };
    this.#keys = [...adminKeys.map(held(true)), ...keys.map(held(false))];
  }

  get isEmpty(): boolean {
    return this.#keys.length === 0;
  }

  /** The caller with a key. The key is compared with each one, in constant time. */
  find(key: string): Caller | undefined {
    const shown = digest(key);
    const [first] = this.#keys.filter(({ digest: known }) => timingSafeEqual(known, shown));
    return key === '' ? undefined : first?.caller;
  }

  /** The same caller as these keys say it now; undefined if there is no such key any more. */
  again({ id }: Caller): Caller | undefined {
    return this.#keys.find(({ caller }) => caller.id === id)?.caller;
  }
}
