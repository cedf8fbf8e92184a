module mcpgw.dev/library-judge

go 1.26.0

require (
	github.com/Masterminds/semver/v3 v3.5.0
	github.com/gobwas/glob v0.2.3
	helm.sh/helm/v4 v4.2.4
)
