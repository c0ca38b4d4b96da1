# The service with its console: docker build -t leadline .
FROM node:24-bookworm-slim AS build
WORKDIR /opt/leadline
COPY . .
# Builds, then removes what only the build needs. Modes do not depend on the umask of the checkout.
RUN npm ci --no-audit --no-fund \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -r node_modules/@leadline/console \
 && find dist -name '*.map' -delete \
 && chmod -R u=rwX,go=rX .

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    LEADLINE_DATA=/var/lib/leadline-data \
    LEADLINE_DEMO=off
WORKDIR /opt/leadline
COPY --from=build /opt/leadline/package.json /opt/leadline/openapi.json /opt/leadline/LICENSE ./
COPY --from=build /opt/leadline/node_modules node_modules
COPY --from=build /opt/leadline/packages/client/package.json packages/client/package.json
COPY --from=build /opt/leadline/packages/client/dist packages/client/dist
COPY --from=build /opt/leadline/migrations migrations
COPY --from=build /opt/leadline/bin bin
COPY --from=build /opt/leadline/dist dist
# The volume is the only place that is written, and only by the embedded PostgreSQL.
RUN ln -s /opt/leadline/bin/leadline.js /usr/local/bin/leadline \
 && install -d -o 1000 -g 1000 -m 0700 /var/lib/leadline-data
VOLUME /var/lib/leadline-data
# The user "node", by number: Kubernetes can then check that it is not root.
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["leadline"]
CMD ["start"]
