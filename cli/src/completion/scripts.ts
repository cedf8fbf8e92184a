/** The scripts that shells load. Each asks `mcpgw completion words`; `:files` in its answer lets the shell complete names of files. */

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

const bash = `# mcpgw completion for bash: source <(mcpgw completion bash)
_mcpgw() {
  local line value
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default 2>/dev/null
      COMPREPLY=()
      return
    fi
    value=\${line%%$'\\t'*}
    COMPREPLY+=("$(printf '%q' "$value")")
  done < <("\${COMP_WORDS[0]}" completion words --shell bash --breaks "$COMP_WORDBREAKS" -- "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -F _mcpgw mcpgw
`;

const zsh = `#compdef mcpgw
# mcpgw completion for zsh: source <(mcpgw completion zsh), after compinit
_mcpgw() {
  local line
  local -a values shown
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    values+=("\${line%%$'\\t'*}")
    if [[ $line == *$'\\t'?* ]]; then
      shown+=("\${line%%$'\\t'*}  -- \${line#*$'\\t'}")
    else
      shown+=("\${line%%$'\\t'*}")
    fi
  done < <("\${words[1]}" completion words --shell zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( \${#values} )) && compadd -l -d shown -a values
}
if [[ \${funcstack[1]} == _mcpgw ]]; then
  _mcpgw "$@"
else
  compdef _mcpgw mcpgw
fi
`;

const fish = `# mcpgw completion for fish: mcpgw completion fish | source
function __mcpgw_complete
  set -l words (commandline -opc)
  set -l found ($words[1] completion words --shell fish -- $words[2..] (commandline -ct) 2>/dev/null)
  if contains -- :files $found
    __fish_complete_path (commandline -ct)
  else if test (count $found) -gt 0
    printf '%s\\n' $found
  end
end
complete -c mcpgw -f -a '(__mcpgw_complete)'
`;

const powershell = `# mcpgw completion for PowerShell: mcpgw completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName mcpgw -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | Select-Object -Skip 1 | ForEach-Object { "$_" })
  $found = @(& mcpgw completion words --shell powershell "--current=$wordToComplete" -- @words 2>$null)
  if ($found -contains ':files') { return }
  $found | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`;

/** The script of each shell. */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };
