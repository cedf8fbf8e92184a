/** The settings of `mcp_config.json` around its servers. */
import type { Answers, Census } from '@mcpgw/structure';
import { isolationDefaultsCensus } from './isolation.js';
import { answers, container, deprecated, inUnsupported, unsupported, words } from './natures.js';

const all = (names: readonly string[], given: Answers): Record<string, Answers> => Object.fromEntries(names.map(name => [name, given]));
const access = answers({ inert: ['web-page-access'], opens: ['web-page-access'] });

export const mcpConfigCensus: Census = {
  'mcp_config.json': {
    ...all(
      [
        ...['enable_socket', 'tray_endpoint', 'tool_response_limit', 'max_result_size_chars', 'http_write_timeout', 'http_idle_timeout'],
        ...['max_concurrent_requests', 'queue_size', 'queue_timeout', 'toon_output', 'toon_min_savings_pct', 'allow_server_add'],
        ...['allow_server_remove', 'enable_prompts', 'aggregate_upstream_prompts', 'check_server_repo', 'debug_search'],
        ...['enable_code_execution', 'code_execution_timeout_ms', 'code_execution_max_tool_calls', 'code_execution_pool_size'],
        ...['code_execution_max_parallel', 'tool_response_mode', 'activity_max_records'],
        ...['activity_max_response_size', 'activity_cleanup_interval_min', 'oauth_expiry_warning_hours', 'tokenizer'],
        ...['docker_recovery', 'registries', 'registries_locked', 'tls', 'telemetry', 'observability', 'update_check', 'security'],
        ...['sensitive_data_detection', 'output_sanitisation', 'reveal_secret_headers', 'server_edition'],
      ],
      unsupported,
    ),
    ...all(['features', 'top_k', 'enable_tray'], deprecated),
    ...all(
      [
        'docker_isolation',
        'mcpServers',
        'logging',
        'server_concurrency_defaults',
        'output_validation',
        'intent_declaration',
        'profiles',
        'environment',
      ],
      container,
    ),
    $schema: words,
    instructions: words,
    listen: answers({
      opens: ['serve-open-without-key'],
      breaks: ['listen-address', 'server-reached-twice'],
      conflicts: ['server-reached-twice'],
    }),
    data_dir: answers({ opens: 'The files are made for their owner alone.', breaks: ['store-state'] }),
    api_key: answers({ opens: ['weak-key', 'secret-in-clear-text', 'unfilled-value'], conflicts: ['missing-field'] }),
    require_mcp_auth: answers({ opens: ['serve-open-without-key', 'missing-field'], conflicts: ['missing-field'] }),
    trusted_hosts: access,
    tools_limit: answers({
      inert: 'A search has it as its default in every routing mode that searches.',
      breaks: 'Other numbers are refused.',
    }),
    call_tool_timeout: answers({ inert: 'Zero is documented: the default.', breaks: ['zero-duration', 'duration-too-long'] }),
    ...all(
      ['activity_retention_days', 'activity_max_size_mb'],
      answers({ inert: 'Zero is documented: the default.', breaks: 'Larger numbers count as ten years, and as a tebibyte.' }),
    ),
    health_check_interval: answers({ inert: 'Zero is documented: never.', breaks: 'Other durations are refused.' }),
    tool_discovery_interval: answers({ inert: 'Zero is documented: never.', breaks: 'Other durations are refused.' }),
    init_timeout: answers({ inert: 'Zero is documented: the default.', breaks: ['duration-too-long'] }),
    http_read_timeout: answers({ breaks: ['duration-too-long'] }),
    read_only_mode: answers({
      opens: 'It closes what it says: nothing can be approved through the gateway.',
      conflicts: ['overridden-trust'],
    }),
    disable_management: answers({ opens: 'It closes what it says: nothing can be approved through the gateway.' }),
    routing_mode: { ...unsupported, opens: 'It lets nobody in and keeps nobody out.' },
    quarantine_enabled: answers({ opens: ['overridden-trust'], conflicts: ['overridden-trust'] }),
  },
  'isolation of all servers': isolationDefaultsCensus,
  logging: {
    ...all(['enable_file', 'enable_console', 'filename', 'log_dir', 'max_size', 'max_backups', 'max_age', 'compress'], unsupported),
    level: answers({ inert: 'Unknown words are refused.' }),
    json_format: answers({}),
  },
  environment: all(['inherit_system_safe', 'allowed_system_vars', 'custom_vars', 'enhance_path', 'forward_proxy_env'], unsupported),
  tls: all(['enabled', 'require_client_cert', 'certs_dir', 'hsts'], inUnsupported),
  tokenizer: all(['enabled', 'default_model', 'encoding'], inUnsupported),
  update_check: all(['enabled', 'channel'], inUnsupported),
  output_validation: all(['mode', 'max_bytes', 'max_depth', 'missing_structured_content'], unsupported),
  intent_declaration: all(['strict_server_validation'], unsupported),
  server_concurrency_defaults: {
    max_concurrent_requests: answers({ inert: 'Zero is documented: no limit.' }),
    ...all(['queue_size', 'queue_timeout'], unsupported),
  },
};
