/** The fields of a server in any format. */
import type { Census } from '@mcpgw/structure';
import { isolationCensus } from './isolation.js';
import { answers, ofClient, ofTransport, unsupported, words } from './natures.js';

const variables = ofTransport({
  opens: ['secret-in-clear-text'],
  breaks: ['environment-of-program', 'unfilled-value', 'docker-run'],
});
const oauth = answers({
  inert: ['unused-server-field', 'login-no-effect'],
  opens: ['credential-over-http', 'login-settings'],
  breaks: ['login-settings'],
  conflicts: ['login-no-effect'],
});
const oauthFields = {
  client_id: answers({ inert: 'An empty ID is documented: the gateway registers itself.', conflicts: ['login-no-effect'] }),
  client_secret: answers({ inert: ['login-no-effect'], opens: ['secret-in-clear-text'], conflicts: ['login-no-effect'] }),
  redirect_uri: answers({
    inert: ['login-no-effect'],
    opens: ['login-settings'],
    breaks: ['login-settings'],
    conflicts: ['login-no-effect'],
  }),
  scopes: answers({ inert: ['login-no-effect'], opens: 'The authorization server decides which scopes it gives.' }),
  pkce_enabled: answers({ inert: ['unsupported-setting'], opens: 'PKCE is used whatever it says.' }),
  extra_params: answers({ inert: ['login-no-effect'], conflicts: ['login-no-effect'] }),
};
const login = answers({
  inert: ['unsupported-setting', 'unused-server-field'],
  opens: ['unsupported-setting'],
  breaks: 'Nothing in mcpgw depends on it.',
});
const transport = answers({
  inert: 'An unknown word is refused; an empty one is found out from the command and the address.',
  breaks: ['doubtful-url'],
  conflicts: ['unused-server-field', 'no-endpoint'],
});
const address = ofTransport({
  opens: ['credential-over-http', 'secret-in-clear-text'],
  breaks: ['doubtful-url', 'unfilled-value', 'server-reached-twice'],
  conflicts: ['unused-server-field', 'server-reached-twice'],
});
const duration = answers({
  inert: 'Zero is documented: the interval of the gateway, or never.',
  breaks: ['zero-duration', 'timeout-order', 'duration-too-long'],
});
const approval = answers({ inert: ['overridden-trust'], opens: ['overridden-trust'], conflicts: ['overridden-trust'] });
const onlyTools = answers({
  inert: ['unmatched-tool-name'],
  opens: ['tool-list-contradiction'],
  conflicts: ['enabled-and-disabled-tools', 'tool-list-contradiction'],
});
const ofOneClient = answers({ ...onlyTools, inert: ['unmatched-tool-name', 'foreign-field'] });
const unasked = answers({
  inert: ['tool-list-contradiction', 'unmatched-tool-name'],
  opens: ['tool-list-contradiction'],
  conflicts: ['tool-list-contradiction'],
});
const queue = answers({ inert: ['unsupported-setting', 'limit-order'], breaks: ['duration-too-long'], conflicts: ['limit-order'] });

const command = ofTransport({
  breaks: ['command-not-a-program', 'docker-run', 'program-output', 'relative-path'],
  conflicts: ['unused-server-field', 'server-reached-twice'],
});
const args = ofTransport({
  breaks: [
    'argument-as-shell-text',
    'bridge-address',
    'docker-run',
    'isolation-blocks',
    'option-after-program',
    'program-output',
    'relative-path',
    'unfilled-value',
  ],
});
const folder = ofTransport({ breaks: ['relative-path'] });
const headers = ofTransport({
  opens: ['secret-in-clear-text', 'credential-over-http'],
  breaks: ['authorization-value', 'protocol-header', 'unfilled-value'],
  conflicts: ['unused-server-field', 'bad-value'],
});
const timeout = answers({ inert: 'Every number counts.', breaks: ['duration-unit'] });

/** Fields that the list form of `mcp_config.json` and `gateway.yaml` share. */
const ofGateway = {
  url: address,
  command,
  protocol: transport,
  args,
  working_dir: folder,
  env: variables,
  headers,
  oauth,
  enabled: answers({
    inert: ['server-not-enabled'],
    opens: ['no-server-on', 'server-not-enabled'],
    conflicts: ['profile-without-servers'],
  }),
  quarantined: answers({ inert: ['overridden-trust'], opens: ['no-server-on'], conflicts: ['overridden-trust'] }),
  skip_quarantine: { ...approval, inert: ['deprecated-field', 'overridden-trust'] as const },
  trust_mode: approval,
  auto_approve_tool_changes: approval,
  shared: unsupported,
  created: words,
  updated: words,
  isolation: ofTransport({ opens: ['isolation-opened'], breaks: ['isolation-blocks'] }),
  reconnect_on_use: unsupported,
  expose_prompts: unsupported,
  launcher_wait_timeout: unsupported,
  health_check_interval: duration,
  tool_discovery_interval: duration,
  init_timeout: duration,
  max_concurrent_requests: answers({ inert: 'Zero is documented: no limit.', conflicts: ['limit-order'] }),
  queue_size: queue,
  queue_timeout: queue,
  toon_output: unsupported,
  enabled_tools: onlyTools,
  disabled_tools: onlyTools,
  source_registry_id: words,
  source_registry_provenance: words,
  auth_broker: login,
};

export const serverEntryCensus: Census = {
  'a server behind the gateway': {
    ...ofGateway,
    enabled: answers({ opens: ['no-server-on'], conflicts: ['profile-without-servers'] }),
    call_timeout: answers({ breaks: ['zero-duration', 'duration-too-long'] }),
  },
  'an MCP server': {
    ...ofGateway,
    name: answers({
      inert: ['unknown-profile-server'],
      breaks: ['server-name'],
      conflicts: ['duplicate-server-name', 'conflicting-fields', 'server-name'],
    }),
    type: transport,
    transport,
    cwd: folder,
    environment: variables,
    envFile: { ...unsupported, conflicts: ['unused-server-field'] },
    serverUrl: { ...address, inert: ['unused-server-field', 'foreign-field'] as const },
    httpUrl: { ...address, inert: ['unused-server-field', 'foreign-field'] as const },
    headersHelper: login,
    timeout,
    sse_read_timeout: ofTransport({ breaks: ['duration-unit'] }),
    disabled: answers({ opens: ['no-server-on'] }),
    disabledTools: ofOneClient,
    includeTools: ofOneClient,
    excludeTools: ofOneClient,
    tools: unsupported,
    include_tags: unsupported,
    exclude_tags: unsupported,
    keep_alive: ofTransport(),
    alwaysLoad: ofClient,
    alwaysAllow: unasked,
    autoApprove: unasked,
    trust: unasked,
    description: words,
    icon: words,
    auth: login,
    authentication: login,
    authProviderType: login,
    dev: ofClient,
    sandboxEnabled: { ...unsupported, conflicts: ['unused-server-field'] },
    sandbox: answers({
      inert: ['unused-setting', 'unused-server-field'],
      opens: ['unused-setting', 'unsupported-setting'],
      conflicts: ['unused-setting'],
    }),
    encoding: ofTransport(),
    encoding_error_handler: ofTransport(),
    session_kwargs: ofClient,
    terminate_on_close: ofTransport(),
    httpx_client_factory: ofTransport(),
  },
  isolation: isolationCensus,
  oauth: oauthFields,
  'the login to a server': {
    ...oauthFields,
    mode: answers({ opens: ['login-settings'], breaks: ['login-settings'], conflicts: ['login-no-effect'] }),
    private_key: answers({ inert: ['login-no-effect'], opens: ['secret-in-clear-text'], conflicts: ['login-no-effect'] }),
    private_key_id: answers({ inert: ['login-no-effect'], conflicts: ['login-no-effect'] }),
    client_metadata_url: answers({
      inert: ['login-no-effect'],
      opens: ['login-settings'],
      breaks: ['login-settings'],
      conflicts: ['login-no-effect'],
    }),
    issuer: answers({ opens: ['login-settings'], breaks: ['login-settings'] }),
    resource: answers({ opens: ['login-settings'], breaks: ['login-settings'] }),
    audience: answers({ inert: ['login-no-effect'], conflicts: ['login-no-effect'] }),
    subject: answers({
      inert: ['login-no-effect', 'login-settings'],
      opens: ['login-settings'],
      breaks: ['login-settings'],
      conflicts: ['login-no-effect', 'login-settings'],
    }),
    subject_token_file: answers({ inert: ['login-no-effect'], conflicts: ['login-no-effect'] }),
  },
  'a profile': {
    name: answers({ breaks: 'Reserved names and other signs are refused.', conflicts: ['profile-without-servers'] }),
    servers: answers({
      inert: ['unknown-profile-server', 'profile-without-servers'],
      opens: ['profile-without-servers'],
      conflicts: ['profile-without-servers'],
    }),
  },
};
