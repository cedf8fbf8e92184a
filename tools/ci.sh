#!/usr/bin/env bash
# Everything beyond `make check`: fetches the real tools that this machine's registries provide, then runs the
# end-to-end and differential tests with them; arguments name the ones to run. A tool that cannot be had is named; its tests say so and skip.
set -uo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/.cache/bin
mkdir -p "$bin"
export PATH="$bin:$PATH"

install_helm() { # folder-of-binary module version
  local target=$bin/$1
  [ -x "$target" ] && return
  if ! command -v go >/dev/null; then echo "ci: no go here: tests against $1 will skip"; return; fi
  echo "ci: building $1 ($3)"
  local out
  out=$(mktemp -d)
  GOBIN=$out go install "$2@$3" && mv "$out/helm" "$target"
  rm -rf "$out"
}
install_helm helm helm.sh/helm/v4/cmd/helm v4.2.4
install_helm helm3 helm.sh/helm/v3/cmd/helm v3.20.0

install_kube_apiserver() { # from test/e2e/kube/go.mod; about seven minutes without a build cache
  local target=$bin/kube-apiserver-v1.34.2
  if [ ! -x "$target" ]; then
    if ! command -v go >/dev/null; then echo "ci: no go here: tests against an API server will skip"; return; fi
    echo "ci: building kube-apiserver (v1.34.2)"
    local stamp=k8s.io/component-base/version
    (cd test/e2e/kube && nice go build -mod=readonly -o "$target" \
      -ldflags "-s -w -X $stamp.gitVersion=v1.34.2 -X $stamp.gitMajor=1 -X $stamp.gitMinor=34" \
      k8s.io/kubernetes/cmd/kube-apiserver) || { echo "ci: kube-apiserver could not be built: its tests will skip"; return; }
  fi
  ln -sf "$target" "$bin/kube-apiserver"
}
install_kube_apiserver

install_etcd() { # the program of Debian's package, without its service
  command -v etcd >/dev/null && return
  local out
  out=$(mktemp -d)
  (cd "$out" && apt-get download -qq etcd-server && dpkg -x etcd-server_*.deb . && cp usr/bin/etcd "$bin/") >/dev/null 2>&1 \
    || echo "ci: no etcd here and none from apt: tests against an API server will skip"
  rm -rf "$out"
}
install_etcd

if ! command -v redis-server >/dev/null; then
  echo "ci: installing redis-server"
  apt-get install -y -q redis-server >/dev/null 2>&1 || echo "ci: no redis-server here: tests against Redis will skip"
fi

if [ -n "${MCPGW_SHARED:-}" ]; then
  export MCPGW_VERDICTS=${MCPGW_VERDICTS:-$MCPGW_SHARED/verdicts}
  export MCPGW_CRDS=${MCPGW_CRDS:-$MCPGW_SHARED/reference/crds}
  export MCPGW_HELM_CORPUS=${MCPGW_HELM_CORPUS:-$MCPGW_SHARED/helm-corpus}
else
  echo "ci: MCPGW_SHARED is not set: tests that read recorded verdicts, CRDs or public charts will skip"
fi
npx jest --config jest.e2e.config.mjs -w 2 ${JEST_FLAGS:-} "$@"
