#!/bin/sh
# The main job on a realistic environment: render the chart, show what matters in it, and check it.
set -eu
cd "$(dirname "$0")/.."
mcpgw() { node cli/dist/mcpgw.js "$@"; }
values=examples/acme-production/values.yaml
out=.cache/demo
mkdir -p "$out"

echo "== mcpgw render acme -n mcp -f $values"
mcpgw render acme -n mcp -f "$values" >"$out/manifests.yaml"
grep -c '^# Source:' "$out/manifests.yaml" | sed 's/$/ objects:/'
awk '/^# Source:/ { file = $3 } /^kind:/ { kind = $2; getline; getline; printf "  %-24s %-28s %s\n", kind, $2, file }' "$out/manifests.yaml"

echo
echo "== the proxy's configuration in it (static mode, first 40 lines)"
mcpgw render acme -n mcp -f "$values" -s templates/agentgateway-static-config.yaml | sed -n '/config.yaml:/,$p' | head -40

echo
echo "== mcpgw validate charts/mcp-gateway -f $values"
mcpgw validate charts/mcp-gateway -f "$values" || true

echo
echo "== a mistake stops before the deploy: extAuth.timeout=10, and a misspelled key"
sed -e 's/timeout: .*/timeout: "10"/' -e 's/^    extAuth:/    extAuht: {}\n    extAuth:/' "$values" >"$out/mistake.yaml"
mcpgw validate charts/mcp-gateway -f "$out/mistake.yaml" || echo "(exit $?)"
