# One Linehaul process. `npm ci` brings the exact Node it runs on; the image's own only runs npm.
FROM node:24-bookworm-slim AS installed
WORKDIR /opt/linehaul
COPY . .
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/linehaul
WORKDIR /opt/linehaul
COPY --from=installed /opt/linehaul .
RUN mkdir -p /var/lib/linehaul/carriers && chown -R node:node /var/lib/linehaul && chmod 700 /var/lib/linehaul
USER node
VOLUME /var/lib/linehaul
EXPOSE 8080
# The process itself is the first in the container, so that a stop reaches it.
CMD ["node_modules/.bin/node", "--min-semi-space-size=8", "--max-semi-space-size=16", "bin/linehaul.js", "serve"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
