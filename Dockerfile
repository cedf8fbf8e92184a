# The image of the chart's probe: the standalone executable and nothing else.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && node tools/build.mjs && node tools/standalone.mjs

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/cli/dist/standalone/mcpgw /usr/local/bin/mcpgw
ENTRYPOINT ["/usr/local/bin/mcpgw"]
