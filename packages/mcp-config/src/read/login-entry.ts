import { present } from './entry.js';
import type { EntryReader } from './entry-reader.js';
import type { LoginMode, ServerLogin } from './server-config.js';

const modes: readonly LoginMode[] = ['shared', 'user', 'client_credentials', 'token_exchange'];

const filled = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The `oauth` of an entry; undefined where it has none. A mode that is not known is reported by the schema, and counts as `shared`. */
export function loginEntryOf(entry: EntryReader): ServerLogin | undefined {
  const reader = entry.within('oauth');
  if (reader === undefined) return undefined;
  const text = (key: string) => filled(reader.text(key));
  const mode = modes.find(each => each === reader.text('mode')) ?? 'shared';
  const scopes = reader.texts('scopes')?.filter(scope => scope !== '');
  const extraParams = reader.record('extra_params');
  const login: ServerLogin = {
    mode,
    ...(reader.text('subject') === 'caller' && { subject: 'caller' }),
    ...present({
      clientId: text('client_id'),
      clientSecret: text('client_secret'),
      privateKey: text('private_key'),
      privateKeyId: text('private_key_id'),
      clientMetadataUrl: text('client_metadata_url'),
      redirectUri: text('redirect_uri'),
      issuer: text('issuer'),
      resource: text('resource'),
      audience: text('audience'),
      subjectTokenFile: text('subject_token_file'),
      scopes: scopes?.length ? scopes : undefined,
      extraParams: Object.keys(extraParams).length > 0 ? extraParams : undefined,
    }),
  };
  if (reader.failed) entry.failed = true;
  return login;
}
