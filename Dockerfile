# Two images from one file: `site` (the default) for a Supabase project, and `trial` with the embedded backend inside.
# The base can be pinned by digest: --build-arg BASE=docker.io/library/node:24-slim@sha256:...
ARG BASE=docker.io/library/node:24-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# What production needs of the packages: no tools, no embedded backend, and of each package no types and no maps.
FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --omit=dev --omit=optional \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM ${BASE} AS trial-dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Nor what of the embedded backend only its command line uses, which is not started here.
RUN npm ci --no-audit --no-fund --omit=dev \
  && rm -rf node_modules/@sentry node_modules/@electric-sql \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

# What both images are. Everything belongs to root, so that the process can change none of it.
FROM ${BASE} AS base
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Kaushal Global Hiring" \
  org.opencontainers.image.description="A recruitment agency's public website and client portal" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# Nothing is installed in here any more.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
  /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg
ENV NODE_ENV=production BUILD_VERSION=${VERSION} BUILD_REVISION=${REVISION}
WORKDIR /app
COPY package.json ./
COPY app/lib app/lib
COPY server server
COPY --from=build /app/build build
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s CMD ["node", "server/healthcheck.ts"]

FROM base AS trial
USER root
RUN mkdir /data && chown node:node /data
COPY --from=trial-dependencies /app/node_modules node_modules
COPY scripts/start.ts scripts/supervise.ts scripts/fail.ts scripts/build.ts scripts/browser-files.ts scripts/
COPY supabase supabase
USER node
ENV BACKEND=embedded DATA_DIR=/data SUPABASE_HOST=0.0.0.0
VOLUME /data
EXPOSE 54321
CMD ["node", "--disable-proto=delete", "scripts/start.ts"]

FROM base AS site
COPY --from=dependencies /app/node_modules node_modules
# No library, and no form field named so, reaches a prototype by `__proto__`.
CMD ["node", "--disable-proto=delete", "server/main.ts"]
