# syntax=docker/dockerfile:1
# One image for every role: `parley serve`, `parley agent`, `parley checker`,
# `parley web`. Build with `docker build -t parley .`
#
# Base images are named by tag: their digests could not be looked up where this
# was written.

FROM node:22-bookworm-slim AS page
WORKDIR /src/web/app
COPY web/app/package.json web/app/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web/app ./
RUN npm run build
# The VAD model comes from a pinned npm package and is checked (scripts/setup).
WORKDIR /model
RUN npm pack --silent @livekit/agents-plugin-silero@1.9.0 \
	&& tar -xzf *.tgz package/dist/silero_vad.onnx \
	&& echo "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3  package/dist/silero_vad.onnx" | sha256sum --check \
	&& mv package/dist/silero_vad.onnx . && rm -r package *.tgz

FROM golang:1.26-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
		gcc libc6-dev pkg-config libopus-dev libpocketsphinx-dev libsphinxbase-dev flite1-dev libspeexdsp-dev libmpg123-dev \
	&& rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=page /src/web/app/dist web/app/dist
ENV GOFLAGS=-tags=nolibopusfile
RUN go build -trimpath -ldflags '-s -w' -o /out/parley ./cmd/parley \
	# ONNX Runtime and sherpa-onnx are shared libraries inside a Go module.
	&& mkdir /out/lib \
	&& cp "$(go list -m -f '{{.Dir}}' github.com/k2-fsa/sherpa-onnx-go-linux)/lib/$(gcc -dumpmachine | sed 's/-linux/-unknown-linux/')"/*.so /out/lib/

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends \
		ca-certificates libstdc++6 libopus0 libspeexdsp1 libflite1 libmpg123-0 \
		libpocketsphinx3 libsphinxbase3 pocketsphinx-en-us \
	&& rm -rf /var/lib/apt/lists/* \
	&& useradd --system --uid 10001 --no-create-home parley \
	&& install -d -o parley -m 0700 /data \
	&& install -d -o parley /models
COPY --from=build /out/lib/ /usr/local/lib/
RUN ldconfig
COPY --from=build /out/parley /usr/local/bin/parley
# Beside the binary's folder it is found by itself, whatever is fetched into /models.
COPY --from=page /model/silero_vad.onnx /usr/local/models/silero_vad.onnx
COPY LICENSE NOTICE /usr/share/doc/parley/
# Two malloc arenas: PocketSphinx's decoders fragment one a thread.
ENV MALLOC_ARENA_MAX=2 PARLEY_DATA=/data PARLEY_MODELS=/models
USER parley
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["parley", "health"]
ENTRYPOINT ["parley"]
CMD ["serve"]
