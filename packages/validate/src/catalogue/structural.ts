/** Rules that no file of their own reports: those about the text, the structure and the references of a file. */
import type { RuleSummary } from '@mcpgw/structure';

/** Ids of findings about the text, the structure and the references of a file, with their pages. */
export const structuralRules: readonly RuleSummary[] = [
  {
    id: 'alias-bomb',
    severity: 'error',
    why: 'Aliases that expand without bounds exhaust the memory of the reader.',
    docs: {
      checks: 'Aliases and merge keys of a document expand to a bounded number of values.',
      fix: 'Write the values out, or use fewer aliases.',
      wrong: `a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]
h: &h [*g, *g, *g, *g, *g, *g, *g, *g, *g, *g]
`,
      correct: `apiVersion: v1
kind: ConfigMap
metadata: &meta {name: a}
data: {}
`,
    },
  },
  {
    id: 'bad-reference',
    severity: 'error',
    why: 'The proxy refuses a reference that leads nowhere, and two listeners on one port.',
    docs: {
      checks: 'Names that the proxy resolves while it reads the file exist, and each port is used once.',
      fix: 'Correct the name, or define what it names; give each listener its own port.',
      wrong: `binds:
- port: 3000
  listeners:
  - name: a
    routes:
    - policies:
        mcpAuthentication: null
      backends: [{host: 127.0.0.1:8080}]
- port: 3000
  listeners:
  - name: b
    routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
- port: 3001
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'bad-value',
    severity: 'error',
    why: 'The reader of the file refuses the value.',
    docs: {
      checks: 'A value has the form that its reader accepts: a duration, a port, one of several words, a name.',
      fix: 'Write a value of the form that the finding names.',
      wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {timeout: {requestTimeout: 10 s}}
      backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {timeout: {requestTimeout: 10s}}
      backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'cel-syntax',
    severity: 'error',
    why: 'The proxy refuses a CEL expression that cannot be parsed.',
    docs: {
      checks: 'CEL expressions of the proxy can be parsed.',
      fix: 'Correct the expression at the position that the finding names.',
      wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {authorization: {rules: ['request.path ==']}}
      backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {authorization: {rules: ['request.path == "/a"']}}
      backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'cel-unreadable',
    severity: 'warning',
    why: 'The API server accepts the expression, and the proxy cannot read it: what depends on it does not happen.',
    docs: {
      checks: 'CEL expressions in custom resources can be parsed by the proxy too.',
      fix: 'Use only functions and operators that the proxy has; see the CEL reference of agentgateway.',
      wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: a}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: g}]
  traffic:
    authorization:
      action: Allow
      policy: {matchExpressions: ['request.path ==']}
`,
      correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: a}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: g}]
  traffic:
    authorization:
      action: Allow
      policy: {matchExpressions: ['request.path == "/a"']}
`,
    },
  },
  {
    id: 'cel-not-checked',
    severity: 'info',
    why: 'The rule of the definition uses something that only the API server evaluates, so its result is unknown.',
    docs: {
      checks: 'Rules of a CustomResourceDefinition can be evaluated without a cluster.',
      fix: 'Check the object against a cluster: kubectl apply --dry-run=server -f FILE.',
      wrong: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, kind: Boat}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer}, name: {type: string}}
            x-kubernetes-validations: [{rule: 'self.name.format([self.size]) == self.name'}]
---
apiVersion: example.com/v1
kind: Boat
metadata: {name: a}
spec: {size: 3, name: abc}
`,
      correct: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, kind: Boat}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer}, name: {type: string}}
            x-kubernetes-validations: [{rule: self.size > 1}]
---
apiVersion: example.com/v1
kind: Boat
metadata: {name: a}
spec: {size: 3, name: abc}
`,
    },
  },
  {
    id: 'cel-rule',
    severity: 'error',
    why: 'The API server refuses an object for which a rule of its definition does not hold.',
    docs: {
      checks: 'The rules in x-kubernetes-validations of a CustomResourceDefinition hold for its objects.',
      fix: 'Change the fields that the rule compares, as its message says. The rule is in x-kubernetes-validations of the definition.',
      wrong: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, kind: Boat}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer}, name: {type: string}}
            x-kubernetes-validations: [{rule: self.size > 1}]
---
apiVersion: example.com/v1
kind: Boat
metadata: {name: a}
spec: {size: 1, name: abc}
`,
      correct: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: boats, kind: Boat}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer}, name: {type: string}}
            x-kubernetes-validations: [{rule: self.size > 1}]
---
apiVersion: example.com/v1
kind: Boat
metadata: {name: a}
spec: {size: 3, name: abc}
`,
    },
  },
  {
    id: 'conflicting-fields',
    severity: 'error',
    why: 'The fields exclude each other: the reader refuses the file.',
    docs: {
      checks: 'Of fields that exclude each other only one is set.',
      fix: 'Keep one of the fields and remove the others.',
      wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080, mcp: {targets: []}}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'document-count',
    severity: 'error',
    why: 'The reader takes exactly one document.',
    docs: {
      checks: 'A file whose reader takes one document has exactly one.',
      fix: 'Keep one document in the file, and move the others to files of their own.',
      wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
---
binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'duplicate-field',
    severity: 'error',
    why: 'The reader refuses a field that is set twice.',
    docs: {
      checks: 'No field of a structure is set twice.',
      fix: 'Remove one of the two, or rename it where another field was meant.',
      wrong: `binds:
- port: 3000
  port: 3001
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'duplicate-object',
    severity: 'error',
    why: 'Of an object that is defined twice only one definition holds, or the deploy fails.',
    docs: {
      checks: 'No object of one kind, namespace and name is defined twice among the files of a run.',
      fix: 'Remove or rename one of the two. Validate files that are alternatives, such as two environments in one folder, in separate runs.',
      needs: 'the whole run: objects of several files are compared',
      wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
`,
      correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
`,
    },
  },
  {
    id: 'duplicate-key',
    severity: 'error',
    why: 'The API server refuses an object in which a key occurs twice.',
    docs: {
      checks: 'No key of a mapping is set twice.',
      fix: 'Remove one of the two, or rename it where another key was meant.',
      wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {a: x, a: y}
`,
      correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {a: x, b: z}
`,
    },
  },
  {
    id: 'env-file-line',
    severity: 'error',
    why: 'A line of an env file that has another form sets no variable.',
    docs: {
      checks: 'Every line of an env file is NAME=value, a comment, or empty.',
      fix: 'Write NAME=value, or start the line with # for a comment.',
      needs: '--vars',
      wrong: `TOKEN: secret
`,
      correct: `TOKEN=secret
`,
    },
  },
  {
    id: 'experimental-api',
    severity: 'warning',
    why: 'A cluster with the standard channel of the Gateway API refuses the object.',
    docs: {
      checks: 'The version of a Gateway API object is served by the standard channel.',
      fix: 'Install the experimental channel of the Gateway API, or use a kind and version of the standard channel.',
      wrong: `apiVersion: gateway.networking.k8s.io/v1alpha2
kind: TLSRoute
metadata: {name: a}
spec: {hostnames: [a.example], rules: [{backendRefs: [{name: s, port: 1}]}]}
`,
      correct: `apiVersion: gateway.networking.k8s.io/v1
kind: TLSRoute
metadata: {name: a}
spec: {hostnames: [a.example], rules: [{backendRefs: [{name: s, port: 1}]}]}
`,
    },
  },
  {
    id: 'feature-gate',
    severity: 'warning',
    why: 'A server with the default feature gates of its version drops the field without an error.',
    docs: {
      checks: 'The field is on by default in the version of Kubernetes.',
      fix: 'Switch the feature gate on in the cluster, use a version where it is on by default, or remove the field.',
      version: '1.34',
      wrong: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostnameOverride: h
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
      correct: `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostname: h
  containers: [{name: c, image: 'registry.example/a:1'}]
`,
    },
  },
  {
    id: 'ignored-field',
    severity: 'warning',
    why: 'The reader accepts the field without an error and does nothing with it.',
    docs: {
      checks: 'The reader of the file uses every field that is set.',
      fix: 'Correct the name of the field, or remove it.',
      wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{ai: {name: m, provider: {bedrock: {region: us-east-1, modle: x}}}}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{ai: {name: m, provider: {bedrock: {region: us-east-1, model: x}}}, policies: {backendAuth: {aws: {}}}}]
`,
    },
  },
  {
    id: 'json-syntax',
    severity: 'error',
    why: 'The reader of the file takes JSON only.',
    docs: {
      checks: 'A file whose reader takes JSON has no comments, no single quotes and no trailing commas.',
      fix: 'Write plain JSON: double quotes, no comments, no trailing commas. mcpgw validate --fix does it where it is certain.',
      wrong: `{"mcpServers": {'a': {"command": "files-server"}}}
`,
      correct: `{"mcpServers": {"a": {"command": "files-server"}}}
`,
    },
  },
  {
    id: 'missing-field',
    severity: 'error',
    why: 'The reader refuses a file without the field.',
    docs: {
      checks: 'Every required field is set.',
      fix: 'Add the field.',
      wrong: `binds:
- port: 3000
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'no-endpoint',
    severity: 'error',
    why: 'A server without a command or an address cannot be reached.',
    docs: {
      checks: 'Every server has a command or an address.',
      fix: 'Set `command` for a program, or `url` for an address.',
      wrong: `{"mcpServers": {"a": {"args": ["x"]}}}
`,
      correct: `{"mcpServers": {"a": {"command": "npx", "args": ["x"]}}}
`,
    },
  },
  {
    id: 'not-an-object',
    severity: 'error',
    why: 'A manifest contains Kubernetes objects only.',
    docs: {
      checks: 'Every document of a manifest has apiVersion, kind and metadata.',
      fix: 'Give the document apiVersion, kind and metadata, or move it to another file.',
      wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
some text
`,
      correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
`,
    },
  },
  {
    id: 'not-utf8',
    severity: 'error',
    why: 'The reader takes UTF-8 only.',
    docs: {
      checks: 'The bytes of the file are UTF-8.',
      fix: 'Save the file as UTF-8.',
      needs: 'a file in another encoding',
      wrong: `name: caf\\xe9
`,
      correct: `name: café
`,
    },
  },
  {
    id: 'reasonless-suppression',
    severity: 'warning',
    why: 'Nobody can tell later whether the suppression is still needed.',
    docs: {
      checks: 'Every suppression gives its reason.',
      fix: 'Add the reason after the colon: # mcpgw-ignore RULE: reason.',
      needs: 'the whole run: suppressions are applied to the findings of the file',
      wrong: `# mcpgw-ignore no-routes
binds:
- port: 3000
  listeners: []
`,
      correct: `# mcpgw-ignore no-listeners: filled in by the operator
binds:
- port: 3000
  listeners: []
`,
    },
  },
  {
    id: 'regex-syntax',
    severity: 'error',
    why: 'The proxy refuses a regular expression that cannot be parsed.',
    docs: {
      checks: 'Regular expressions can be parsed by RE2.',
      fix: 'Correct the expression; the syntax is that of RE2, without look-around and back-references.',
      wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - matches: [{path: {regex: '(a'}}]
      backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - matches: [{path: {regex: '/a.*'}}]
      backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'removed-api',
    severity: 'error',
    why: 'The API server no longer serves this version of the kind.',
    docs: {
      checks: 'The version of Kubernetes serves the version of the object.',
      fix: 'Use the version that the finding names, or say with --kube-version which version of Kubernetes the cluster has.',
      wrong: `apiVersion: batch/v1beta1
kind: CronJob
metadata: {name: a}
spec: {schedule: '* * * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}}}}
`,
      correct: `apiVersion: batch/v1
kind: CronJob
metadata: {name: a}
spec: {schedule: '* * * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'registry.example/a:1'}]}}}}}
`,
    },
  },
  {
    id: 'render-error',
    severity: 'error',
    why: 'The chart cannot be rendered with these values: the deploy fails.',
    docs: {
      checks: 'Every template of the chart can be rendered.',
      fix: 'Change the value that the template refuses, or the template at the line of the finding.',
      needs: 'a chart',
      wrong: `host: {{ required "set host" .Values.host }}
`,
      correct: `host: {{ .Values.host | default "localhost" }}
`,
    },
  },
  {
    id: 'stale-suppression',
    severity: 'warning',
    why: 'A suppression without effect hides the next real finding.',
    docs: {
      checks: 'Every suppression silences a finding.',
      fix: 'Remove the comment or the setting.',
      needs: 'the whole run: suppressions are applied to the findings of the file',
      wrong: `# mcpgw-ignore no-routes: not yet
binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'too-deep',
    severity: 'error',
    why: 'The reader refuses a document that is nested so deeply.',
    docs: {
      checks: 'A document is nested at most as deeply as its reader allows.',
      fix: 'Nest the document less deeply.',
      wrong: `binds: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'too-large',
    severity: 'error',
    why: 'Files of this size are not read.',
    docs: {
      checks: 'A file is small enough to be read: 8 MiB for one document.',
      fix: 'Split the file.',
      needs: 'a large file',
      wrong: `# a document of more than the limit
`,
      correct: `# the same in several files
`,
    },
  },
  {
    id: 'unknown-field',
    severity: 'error',
    why: 'The reader refuses a field that it does not know.',
    docs: {
      checks: 'Every field is known to the version of the reader.',
      fix: 'Correct the name of the field, or remove it.',
      wrong: `binds:
- prt: 3000
  port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'unknown-format',
    severity: 'error',
    why: 'No list of MCP servers is found in the file.',
    docs: {
      checks: 'A list of MCP servers has one of the known forms.',
      fix: 'Name the servers under "mcpServers", "servers", "mcp" or "mcp_servers".',
      needs: 'a command that takes any list of MCP servers, such as mcpgw probe',
      wrong: `{"server": {"a": {"command": "files-server"}}}
`,
      correct: `{"mcpServers": {"a": {"command": "files-server"}}}
`,
    },
  },
  {
    id: 'unknown-kind',
    severity: 'warning',
    why: 'The file or the object is of no kind that is checked, so its correctness is unknown; a name close to a known one is an error.',
    docs: {
      checks: 'The kind of every file and object is known.',
      fix: 'Give the definition of the kind with --crds, say what the file is with --kind, or leave the kind out by name with --skip.',
      wrong: `apiVersion: shop.example.com/v1
kind: Order
metadata: {name: a}
`,
      correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
`,
    },
  },
  {
    id: 'unknown-rule',
    severity: 'error',
    why: 'The suppression names no rule, so it silences nothing.',
    docs: {
      checks: 'Suppressions name rules that exist.',
      fix: 'Correct the name of the rule; mcpgw rules lists them.',
      needs: 'the whole run: suppressions are applied to the findings of the file',
      wrong: `# mcpgw-ignore no-rutes: not yet
binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'unset-variable',
    severity: 'error',
    why: 'The variable is not set, so the reader stops or uses the placeholder itself. Checked with --env and --vars.',
    docs: {
      checks: 'Every variable that a placeholder names is set.',
      fix: 'Set the variable, add it to the file of --vars, or correct its name.',
      needs: '--env or --vars',
      wrong: `{"mcpServers": {"a": {"url": "https://a.example/mcp", "headers": {"Authorization": "Bearer \${TOKEN}"}}}}
`,
      correct: `{"mcpServers": {"a": {"url": "https://a.example/mcp"}}}
`,
    },
  },
  {
    id: 'unsupported-placeholder',
    severity: 'error',
    why: 'The placeholder is not resolved: the server would get its text instead of a value.',
    docs: {
      checks: 'Placeholders have a form that is resolved.',
      fix: 'Write the form that the finding names, and set the variable where mcpgw starts. A value from a keyring or a vault has to be put into a variable first.',
      wrong: `{"mcpServers": [{"name": "a", "url": "https://a.example/mcp", "headers": {"Authorization": "Bearer \${vault:a}"}}]}
`,
      correct: `{"mcpServers": [{"name": "a", "url": "https://a.example/mcp", "headers": {"Authorization": "Bearer \${env:A}"}, "enabled": true}]}
`,
    },
  },
  {
    id: 'unsupported-setting',
    severity: 'error',
    why: 'The setting is documented, and mcpgw does not honor it: the protection exists in the file only.',
    docs: {
      checks: 'The gateway honors every setting that protects something.',
      fix: 'Remove the setting and protect the server in another way, or accept that it has no effect: --allow-unsupported SETTING of mcpgw validate and mcpgw serve.',
      wrong: `{"tls": {"enabled": true}, "mcpServers": [{"name": "a", "command": "files-server", "enabled": true}]}
`,
      correct: `{"mcpServers": [{"name": "a", "command": "files-server", "enabled": true}]}
`,
    },
  },
  {
    id: 'unsupported-transport',
    severity: 'error',
    why: 'The transport is not supported.',
    docs: {
      checks: 'The transport of a server is stdio, SSE or streamable HTTP.',
      fix: 'Use stdio, SSE or streamable HTTP.',
      wrong: `{"a": {"transport": "websocket", "url": "ws://a.example/mcp"}, "b": {"transport": "stdio", "command": "npx", "args": []}}
`,
      correct: `{"a": {"transport": "streamable_http", "url": "https://a.example/mcp"}}
`,
    },
  },
  {
    id: 'unused-value',
    severity: 'warning',
    why: 'No template reads the value: it has no effect.',
    docs: {
      checks: 'A template of the chart reads every value.',
      fix: 'Correct the name of the value, or remove it. mcpgw schema values describes the values of the bundled chart.',
      needs: 'a chart',
      wrong: `replicas: 2
`,
      correct: `replicaCount: 2
`,
    },
  },
  {
    id: 'value-without-effect',
    severity: 'warning',
    why: 'Another value, or the routing mode, makes this value do nothing: what is rendered is the same without it.',
    docs: {
      checks:
        'Each value of the user that differs from the one of the chart mcp-gateway changes what is rendered. The chart is rendered once more without each of them, sixty at most.',
      fix: 'Remove the value, or change the one that makes it do nothing. mcpgw schema values describes each value.',
      needs: 'a chart',
      wrong: `autoscaling: {enabled: true}
replicaCount: 3
`,
      correct: `autoscaling: {enabled: true, minReplicas: 3}
`,
    },
  },
  {
    id: 'values-schema',
    severity: 'error',
    why: "The chart's schema refuses the value: the deploy fails.",
    docs: {
      checks: 'The values fit values.schema.json of the chart.',
      fix: 'Write a value that the schema of the chart allows; the finding names what is expected.',
      needs: 'a chart',
      wrong: `replicaCount: two
`,
      correct: `replicaCount: 2
`,
    },
  },
  {
    id: 'wrong-type',
    severity: 'error',
    why: 'The reader refuses a value of this type.',
    docs: {
      checks: 'Every value has the type that its field has.',
      fix: 'Write a value of the type that the finding names. Quotes make a string of a number or a boolean.',
      wrong: `binds:
- port: '3000'
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
  {
    id: 'yaml-syntax',
    severity: 'error',
    why: 'The file is not YAML, or not of the kind that the reader takes.',
    docs: {
      checks: 'The file can be parsed as the YAML that its reader takes.',
      fix: 'Correct the text at the line of the finding: often an indent, a missing quote or an open bracket.',
      wrong: `binds: [
`,
      correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
    },
  },
];
