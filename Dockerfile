# The image of the command, for those who build images with docker or podman. `make images` builds the same without them, to the byte alike
# on every machine (docs/adr/0076-images.md); test/images/dockerfiles.test.ts compares the two.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
 && node tools/build.mjs --no-caches \
 && mkdir -p /out/commands /state \
 && cp -r cli/dist/mcpgw.js cli/dist/chart.bin cli/dist/package.json cli/dist/workers /out/ \
 && cp cli/dist/commands/main*.cjs /out/commands/ \
 && sed -i '1s,.*,#!/usr/local/bin/node,' /out/mcpgw.js \
 && ln -s ../lib/mcpgw/mcpgw.js /mcpgw

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /out /usr/local/lib/mcpgw
COPY --from=build /mcpgw /usr/local/bin/mcpgw
COPY --from=build --chown=65532:65532 /state /var/lib/mcpgw
COPY --from=build /src/LICENSE /src/cli/dist/licenses.txt /usr/share/doc/mcpgw/
ENV PATH=/usr/local/bin:/usr/bin:/bin
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
USER 65532:65532
WORKDIR /home/nonroot
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/mcpgw"]
