/** Texts that several targets start from. */

export const yamlSeeds = [
  "a: 1\nb:\n  - x\n  - y: [1, 2.5, null, ~]\n    z: {k: \"v\\n\\u00e9\", 'q': 'it''s'}\n",
  'text: |\n  one\n    two\n\nfolded: >-\n  one\n  two\n\n  three\nkept: |+\n  x\n\nlast: |2\n    x\n',
  '# comment\na: &anchor\n  x: 1\nb: *anchor\nc:\n  <<: *anchor\n  <<: [*anchor]\n  y: 2\n',
  '%YAML 1.1\n---\na: !!str 1\nb: !!binary aGk=\nc: !!int "0x1F"\nd: !!float 1\n...\n---\nsecond: yes\n',
  'n: [0, 017, 0o17, 0x1F, 0b11, 1_000, -1, +1, 1e3, .5, 1., .inf, -.Inf, .nan, 12:30:45, 2001-12-14, 18446744073709551616]\n',
  'b: [y, Y, yes, no, on, off, true, FALSE, null, NULL, ~, "", =, <<]\n',
  '? complex\n: value\n? [a, b]\n: {c: d}\n? |\n  block\n: - x\n',
  'plain: one\n  two\n\n  three # comment\n"quoted": "a \\\n  b"\nempty:\n- \n',
  '{"json": [1, 2, {"x": "y", "z": null}], "t": true}',
  '- - - a\n    - b\n  - c\n-\n  k: v\n- ? x\n',
  '\ufeffa: b\r\nc: d\r\n',
  'a: "\\x41\\u0042\\U00000043\\t\\0\\e\\_\\N\\L\\P\\/"\nb: "line\n  folded\n\n  text"\n',
];

export const yamlTokens = [
  '- ', ': ', '? ', ':\n', '\n  ', '\n- ', '&a ', '*a', '<<: *a', '!!str ', '!!int ', '!!binary ', '!!float ', '!!null ', '!!map ', '!!seq ', '!!set ', '!!timestamp ',
  '!', '!<tag:x> ', '!x!y ', '%TAG !x! tag:x,2000:\n', '%YAML 1.1\n', '|', '>', '|-', '|+', '>2', '|9+', '---\n', '...\n', '--- ', '# c', ' #', '"', "'", "''", '\\u0041',
  '\\U0001F600', '\\x', '\\\n', '.inf', '.nan', '0o7', '0x', '1_0', '~', 'yes', 'a: ', 'b:', '[', ']', '{', '}', ', ', '\t', '@', '`', '{{ x }}', '2001-01-01T00:00:00Z', '=',
]; // biome-ignore format: one list

export const jsonSeeds = [
  '{"a": 1, "b": [true, false, null, "x\\n\\u00e9\\ud83d\\ude00"], "c": {"d": -1.5e10, "e": {}}}',
  '[1, 9007199254740993, 18446744073709551616, 1e400, 0.1, -0, 1E-7]',
  '"text \\"quoted\\" \\\\ \\/ \\b\\f\\n\\r\\t"',
  '{"__proto__": {"x": 1}, "constructor": {"prototype": 1}, "a": 1, "a": 2}',
  ' \n\t{ } ',
  '{"\\ud800": "\\udc00", "\\u0000": ""}',
  '[[[[[[[[[[]]]]]]]]]]',
];

export const jsonTokens = [
  '{', '}', '[', ']', ':', ',', '"', '\\"', '\\\\', '\\u0041', '\\ud800', '\\n', 'null', 'true', 'false', '1e5', '-0', '1.5', '{"a":', '"a":', '[[', ']]', '{}', '[]', '\\', '/*', '//', "'",
]; // biome-ignore format: one list

/** A configuration of each kind. */
export const configSeeds = [
  'binds:\n  - port: 4000\n    listeners:\n      - protocol: HTTP\n        routes:\n          - matches: [{path: {pathPrefix: /a}, method: GET}]\n            policies:\n              extAuthz: {host: "a:1", failureMode: {denyWithStatus: 403}, policies: {http: {requestTimeout: 2s}}}\n              authorization: {rules: [{allow: "jwt.sub == \'x\'"}]}\n            backends:\n              - mcp: {targets: [{name: a, mcp: {host: "http://x/mcp"}}]}\n',
  'gateways:\n  default: {port: 3000}\nllm:\n  models: [{name: "*", provider: openAI}]\nmcp:\n  targets: [{name: b, stdio: {cmd: npx}}]\n',
  '{"mcpServers": [{"name": "a", "command": "x", "env": {"K": "${env:HOME}"}, "enabled": true}], "listen": ":8080"}',
  '{"mcpServers": {"a": {"url": "http://h/mcp", "headers": {"A": "${X:-y}"}}}}',
  '{"servers": {"a": {"type": "http", "url": "http://h/mcp"}}, "inputs": []}',
  'mcp_servers:\n  sql: {url: "http://${HOME}/mcp", url_isolated: "http://b/mcp", read_timeout: 60}\n  t: {type: server, name: t}\n',
  'servers: {a: {url: "http://h/mcp"}}\nprofiles: [{name: small, servers: [a]}]\nservers_from: [x.json]\nstore: {type: memory}\nauth: {api_keys: [k]}\napis: [{name: b, base_url: "http://x", endpoints: [{name: e, method: GET, path: /e}]}]\nlimits: {unread_bytes: 1000}\ntool_names: {separator: __}\n',
  'gatewayVersion: 1.4.1\nrules: {no-routes: {severity: "off", reason: why}} # mcpgw-ignore no-routes: x\n# mcpgw-ignore-file bad\n',
];

export const configTokens = [
  'binds:\n', 'listeners:\n', 'routes:\n', 'policies:\n', 'backends:\n', 'matches: ', 'mcp: ', 'targets: ', 'extAuthz: ', 'authorization: ', 'jwtAuth: ', '"mcpServers": ', '"url": ', '"command": ', '"headers": ', '"env": ', 'servers: ',
  'profiles: ', 'apis: ', '${HOME}', '${env:TOKEN}', '$${', 'http://h/mcp', '1s', '-1', 'null', '{}', '[]', '# mcpgw-ignore no-routes: x', '__proto__: ', '65536', '"jwt.sub == 1"',
]; // biome-ignore format: one list

export const manifestSeeds = [
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  config.yaml: |\n    binds:\n      - port: 4000\n        listeners: []\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, labels: {a: b}}\nspec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: "agentgateway:v1.1.0", ports: [{containerPort: 80}], resources: {limits: {cpu: 100m, memory: 1Gi}}}]}}}\n',
  'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: i}\nspec: {rules: [{host: a.test, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: s, port: {number: 80}}}}]}}]}\n---\napiVersion: batch/v1\nkind: CronJob\nmetadata: {name: j}\nspec: {schedule: "*/5 0-3 * JAN MON", timeZone: Etc/UTC, jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: x, image: y}]}}}}}\n',
  'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: r}\nspec: {parentRefs: [{name: g}], rules: [{matches: [{path: {type: RegularExpression, value: "^/a+"}}], backendRefs: [{name: s, port: 80, weight: 1}], timeouts: {request: 1s}}]}\n---\napiVersion: agentgateway.dev/v1alpha1\nkind: AgentgatewayBackend\nmetadata: {name: b}\nspec: {mcp: {targets: [{name: t, static: {host: h, port: 80}}]}}\n',
  'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: eA==}, stringData: {b: x}}\n- {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 80, targetPort: http, nodePort: 30000}], clusterIP: "10.0.0.1", externalIPs: ["::1"]}}\n',
];
