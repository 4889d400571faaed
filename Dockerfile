# One Linehaul process. `npm ci` installs the exact Node version that it runs on; the image's own Node only runs npm.
FROM node:24-bookworm-slim AS installed
WORKDIR /opt/linehaul
COPY . .
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/linehaul
WORKDIR /opt/linehaul
COPY --from=installed /opt/linehaul .
COPY --chmod=755 deploy/linehaul /usr/local/bin/linehaul
RUN mkdir -p /var/lib/linehaul/carriers && chown -R node:node /var/lib/linehaul && chmod 700 /var/lib/linehaul
USER node
VOLUME /var/lib/linehaul
EXPOSE 8080
# Node is the container's first process, so that it receives the stop signal.
CMD ["node_modules/.bin/node", "--min-semi-space-size=8", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "bin/linehaul.js", "serve"]
# Checks whether the process is alive, not whether it is ready: replacing processes does not bring a database back. At a start,
# the process listens only after it has reached its database, so "alive" then means "ready" too.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node_modules/.bin/node", "deploy/health-check.js", "/healthz"]
