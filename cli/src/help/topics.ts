/** What `mcpgw help TOPIC` prints, and the manual page `mcpgw(1)` contains. */

export interface HelpTopic {
  readonly name: string;
  readonly summary: string;
  readonly text: string;
}

export const topics: readonly HelpTopic[] = [
  {
    name: 'exit-codes',
    summary: 'what 0, 1 and 2 mean',
    text: `0  Nothing to report: the configuration is valid, nothing differs, all servers are available.
1  Findings, differences, or input that was refused: something needs attention.
2  The command could not run: wrong arguments, a file that cannot be read, a gateway that cannot be reached.

The help of each command says what 1 means for that command. Data goes to standard output, and messages go to standard error.
`,
  },
  {
    name: 'output',
    summary: 'formats of reports, and colors',
    text: `-o FORMAT, --output FORMAT selects the format. The help of each command lists its formats, and its default.

text      for people; lists are tables (table is an earlier name of text)
wide      a table with more columns (activity)
json      one JSON document; mcpgw schema prints the schemas of most of them
yaml      the manifests (render)
sarif, junit, github, markdown, html, csv, jsonl   for other programs

Reports have colors on a terminal. --color always and --color never take precedence, then the variables NO_COLOR, FORCE_COLOR and
CLICOLOR_FORCE.
`,
  },
  {
    name: 'environment',
    summary: 'the variables that mcpgw reads',
    text: `MCPGW_STATE        the store, if the configuration names none: a folder, redis://HOST:PORT or memory (default: ~/.mcpgw)
MCPGW_KEY          the key or token for a gateway (--key)
MCPGW_CACHE_HOME   the folder for parsed templates of large charts; an empty value turns the cache off
MCPGW_DEBUG        if set, internal errors are printed with a stack trace
NO_COLOR           if set and not empty, no colors
FORCE_COLOR        if set, colors even if the output is not a terminal; 0 turns colors off
CLICOLOR_FORCE     the same as FORCE_COLOR
KUBECONFIG         the kubeconfig for mcpgw diff, render and probe
HELM_*             the variables of helm template, for mcpgw render
`,
  },
  {
    name: 'configuration',
    summary: 'which configuration and gateway a command uses',
    text: `A configuration is gateway.yaml, mcp_config.json, or the file of an MCP client. serve, tools, probe, doctor and activity take it as an
argument. Every command that reads one also takes -c FILE. Without either, a command uses the first of gateway.yaml, mcp_config.json and
.mcp.json in the working folder.

call, doctor, tools and probe use the gateway that runs with that configuration, and start its servers themselves if no gateway runs.
activity reads the record from the store in that case. --url names the gateway to use, and --no-gateway uses none.
`,
  },
  {
    name: 'durations',
    summary: 'how to write times',
    text: `Write 500ms, 30s, 1m30s, 24h or 7d. A number without a unit is a number of seconds. --since and --until need a unit, and also take a time,
such as 2026-01-31T12:00:00Z.
`,
  },
];
