# The product as one image: the web built once, the server run by Node directly from its TypeScript.
# Development starts with `npm start` and needs none of this.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY stubs stubs
# No install scripts: the only one that matters fetches the Node that this image already has.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY index.html vite.config.ts tsconfig*.json ./
COPY public public
COPY src src
RUN node node_modules/vite/bin/vite.js build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY stubs stubs
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && rm -rf node_modules/node node_modules/.bin

FROM node:24-slim
# The embedded database is for trying out; an image that lives longer is given DATABASE_URL.
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY stubs stubs
COPY src/domain src/domain
COPY src/server src/server
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: it hears the stop signal and closes the database before it ends.
# Young objects have 2 × 16 MB; Node would take 2 × 64 where there is much memory (docs/operations.md).
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "src/server/main.ts"]
