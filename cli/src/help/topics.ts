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

The help of a command says what 1 means for it. Data goes to standard output, messages go to standard error.
`,
  },
  {
    name: 'output',
    summary: 'formats of reports, and colors',
    text: `-o FORMAT, --output FORMAT selects what is printed. The first format that a command lists is its default.

text      for people; lists are tables ("table" is an earlier name)
wide      a table with more columns (activity)
json      one JSON document; the schemas are listed by mcpgw schema
yaml      the manifests (render)
sarif, junit, github, markdown, html, csv, jsonl   for other programs

Reports are in color on a terminal. --color always or never decides it, then the variables NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE.
`,
  },
  {
    name: 'environment',
    summary: 'variables that mcpgw reads',
    text: `MCPGW_STATE        the store where a configuration names none: a folder, redis://HOST:PORT or memory (default: ~/.mcpgw)
MCPGW_KEY          the key or token for a gateway (--key)
MCPGW_CACHE_HOME   the folder for parsed templates of large charts; empty turns the cache off
MCPGW_DEBUG        set: internal errors are printed with where they happened
NO_COLOR           set and not empty: no colors
FORCE_COLOR        set: colors also where the output is not a terminal; 0 turns them off
CLICOLOR_FORCE     as FORCE_COLOR
KUBECONFIG         the kubeconfig of mcpgw diff
HELM_*             those of helm template, for mcpgw render
`,
  },
  {
    name: 'configuration',
    summary: 'which configuration and which gateway a command uses',
    text: `A configuration is gateway.yaml, mcp_config.json, or the file of an MCP client. serve, tools, probe, doctor and activity take it as their
argument, and every command that reads one takes -c FILE. Without either, the first of gateway.yaml, mcp_config.json and .mcp.json in the
working folder is used.

call, doctor, tools, probe and activity ask a gateway that runs with that configuration, and start its servers themselves if none runs.
--url names a gateway, --no-gateway asks none.
`,
  },
  {
    name: 'durations',
    summary: 'how times are written',
    text: `500ms, 30s, 1m30s, 24h, 7d. A number without a unit is seconds. --since and --until also take a time, such as 2026-01-31T12:00:00Z.
`,
  },
];
