# Ferryman's program in an image of its own: built with everything, run with production dependencies only, by a user who is not root.

FROM node:20-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY client/package.json ./client/
COPY sandbox/package.json ./sandbox/
RUN npm ci
COPY scripts/build.mjs ./scripts/
COPY scripts/build ./scripts/build
COPY src ./src
COPY workers ./workers
# The commands read streams of events with it.
COPY client ./client
# The commands can load it; the image leaves it out.
COPY sandbox ./sandbox
RUN npm run build

FROM node:20-slim AS dependencies
WORKDIR /build
COPY package.json package-lock.json ./
COPY client/package.json ./client/
COPY sandbox/package.json ./sandbox/
# Without the workspaces: no chain engines.
RUN npm ci --omit=dev --no-workspaces

FROM node:20-slim
ENV NODE_ENV=production \
    FERRYMAN_DATA_FOLDER=/var/lib/ferryman \
    FERRYMAN_IN_CONTAINER=1
# It holds the lock on the data folder. Debian always has it; another base image may not.
RUN command -v flock
WORKDIR /opt/ferryman
COPY package.json LICENSE ./
COPY --from=dependencies /build/node_modules ./node_modules
COPY --from=build /build/dist/src ./dist/src
COPY --from=build /build/dist/workers ./dist/workers
# A named volume takes over the owner of the folder that it is mounted on.
RUN mkdir --mode=0700 /var/lib/ferryman /var/lib/ferryman/ledger && chown --recursive node:node /var/lib/ferryman
USER node
VOLUME /var/lib/ferryman
STOPSIGNAL SIGTERM
# The API answers here, and so does a worker that is started with `--status-port 7300`.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7300/livez').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/src/cli/main.js"]
CMD ["--help"]
