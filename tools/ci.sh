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

install_kustomize() {
  [ -x "$bin/kustomize" ] && return
  if ! command -v go >/dev/null; then echo "ci: no go here: the test of kustomize will skip"; return; fi
  echo "ci: building kustomize (v5.8.0)"
  GOBIN=$bin go install sigs.k8s.io/kustomize/kustomize/v5@v5.8.0
}
install_kustomize

install_pre_commit() {
  [ -x "$bin/pre-commit" ] && return
  local venv=$PWD/.cache/pre-commit
  echo "ci: installing pre-commit (4.7.0)"
  if python3 -m venv "$venv" 2>/dev/null && "$venv/bin/pip" install -q pre-commit==4.7.0; then ln -sf "$venv/bin/pre-commit" "$bin/pre-commit"
  else echo "ci: pre-commit cannot be had here: its test will skip"; fi
}
install_pre_commit

install_kubernetes() { # from test/e2e/kube/go.mod, one program by many names; about nine minutes without a build cache
  local target=$bin/kubernetes-v1.34.2 name
  if [ ! -x "$target" ]; then
    if ! command -v go >/dev/null; then echo "ci: no go here: tests against an API server or a node will skip"; return; fi
    echo "ci: building kube-apiserver, kubelet and others (v1.34.2)"
    local stamp=k8s.io/component-base/version
    (cd test/e2e/kube && nice go build -mod=readonly -o "$target" \
      -ldflags "-s -w -X $stamp.gitVersion=v1.34.2 -X $stamp.gitMajor=1 -X $stamp.gitMinor=34" \
      .) || { echo "ci: Kubernetes could not be built: its tests will skip"; return; }
  fi
  for name in kube-apiserver kube-controller-manager kube-proxy kube-router kube-scheduler kubelet; do ln -sf "${target##*/}" "$bin/$name"; done
}
install_kubernetes

install_coredns() { # from test/e2e/coredns/go.mod, after Kubernetes, whose compiled packages it shares; static, as its image holds no library
  local target=$bin/coredns-v1.13.1
  if [ ! -x "$target" ]; then
    if ! command -v go >/dev/null; then echo "ci: no go here: tests on a node will skip"; return; fi
    echo "ci: building coredns (v1.13.1)"
    (cd test/e2e/coredns && nice go build -mod=readonly -o "$target" -ldflags "-s -w -linkmode=external -extldflags=-static" . 2>&1 \
      | grep -v 'statically linked applications\|in function\|^# ')
    [ -x "$target" ] || { echo "ci: coredns could not be built: tests on a node will skip"; return; }
  fi
  ln -sf "${target##*/}" "$bin/coredns"
}
install_coredns

have() { # file-or-command
  command -v "$1" >/dev/null || compgen -G "$1" >/dev/null
}

install_packages() { # command-or-file=package ...; Debian's packages, without starting their services
  local missing=() pair
  for pair in "$@"; do have "${pair%%=*}" || missing+=("${pair#*=}"); done
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "ci: cannot install ${missing[*]}: tests that need them will skip"
    return
  fi
  local policy=/usr/sbin/policy-rc.d package made=
  if [ ! -e "$policy" ]; then printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made=1; fi
  apt-get update -qq >/dev/null 2>&1
  for package in "${missing[@]}"; do
    echo "ci: installing $package"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 \
      || echo "ci: $package cannot be had here: tests that need it will skip"
  done
  [ -n "$made" ] && rm -f "$policy"
}
install_packages etcd=etcd-server redis-server=redis-server chromium=chromium '/usr/lib/postgresql/*/bin/initdb=postgresql' bwrap=bubblewrap zsh=zsh fish=fish podman=podman runc=runc promtool=prometheus \
  containerd=containerd busybox=busybox-static iptables=iptables ipset=ipset conntrack=conntrack openssl=openssl \
  /usr/lib/cni/bridge=containernetworking-plugins ip=iproute2 nsenter=util-linux
install_packages skopeo=skopeo docker-registry=docker-registry ctr=containerd readelf=binutils

if [ -n "${MCPGW_SHARED:-}" ]; then
  export MCPGW_VERDICTS=${MCPGW_VERDICTS:-$MCPGW_SHARED/verdicts}
  export MCPGW_CRDS=${MCPGW_CRDS:-$MCPGW_SHARED/reference/crds}
  export MCPGW_HELM_CORPUS=${MCPGW_HELM_CORPUS:-$MCPGW_SHARED/helm-corpus}
else
  echo "ci: MCPGW_SHARED is not set: tests that read recorded verdicts, CRDs or public charts will skip"
fi
[ -n "${CI_INSTALL_ONLY:-}" ] && exit
npx jest --config jest.e2e.config.mjs -w 2 ${JEST_FLAGS:-} "$@"
