.DEFAULT_GOAL := help
.PHONY: load site images packages tarballs release help demo test check ci e2e cluster bench fuzz soak golden standalone clean install build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## render and validate the chart with a realistic environment
	@sh examples/demo.sh

# A test that leaves a connection open must not keep the run from its end.
JEST_FLAGS ?= --forceExit

test: install ## unit, golden and conformance tests; Node alone
	npx jest --maxWorkers=100% $(JEST_FLAGS)

check: install ## format, lint, types, dead code, prose
	npx biome ci --error-on-warnings --colors=off
	npx tsc -p tsconfig.json
	npx tsc -p packages/web/src/page
	npx tsc -p site/playground
	npx knip --no-config-hints
	npm run --silent prose

ci: check build ## everything real that this machine can get: Helm, Go, API server, Redis, browser
	bash tools/ci.sh

e2e: build ## install, upgrade and roll back on a real API server, with Helm 3 and Helm 4
	bash tools/ci.sh test/e2e/cluster test/e2e/kube

cluster: install ## a Kubernetes node of real programs, until Ctrl-C; prints its kubeconfig
	@CI_INSTALL_ONLY=1 bash tools/ci.sh >&2
	@node tools/cluster.mjs

bench: build ## measure against Helm, side by side in one run
	node bench/run.mjs
	node bench/validate.mjs
	node bench/loader.mjs
	node bench/gateway.mjs

load: build ## fifty sessions on a real node while pods are replaced and killed; make ci does so with eight
	@MCPGW_LOAD=1 bash tools/ci.sh test/e2e/node/load test/e2e/node/kills

soak: build ## ten minutes of kills, storms, slow readers, full disk, dead Redis; SOAK_TIME, SOAK_SEED, SOAK_PHASE
	node tools/soak.mjs

fuzz: install ## look for inputs that break a parser: FUZZ_TIME=60m each, FUZZ_TARGET=yaml, FUZZ_SEED
	@node tools/fuzz.mjs

golden: build ## run the project's golden cases
	node cli/dist/mcpgw.js golden test/golden

packages: install ## the libraries as they are published: packages/*/dist
	@node tools/packages.mjs

tarballs: install ## the command and the libraries as archives that npm installs without a registry: .cache/release/out/npm-alone
	@node tools/release.mjs --dry-run --only npm

release: install ## what a release publishes, in .cache/release/out; RELEASE_FLAGS=--dry-run changes and publishes nothing
	node tools/release.mjs $(RELEASE_FLAGS)

standalone: build ## one executable that needs no Node
	node tools/standalone.mjs

images: build ## the container images, for amd64 and arm64, and their bills of materials: .cache/images/out
	node tools/images.mjs

site: build ## the site with the playground, as plain files: site/dist
	@node tools/build-site.mjs

clean: ## remove what was built and installed
	rm -rf node_modules cli/node_modules packages/*/node_modules cli/dist packages/*/dist site/dist .cache

install: node_modules/.package-lock.json

node_modules/.package-lock.json: package-lock.json package.json cli/package.json $(wildcard packages/*/package.json)
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

build: install
	@node tools/build.mjs
