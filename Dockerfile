# The server in a container; its games are in the volume.
#   docker build --tag quintet . && docker run --publish 8080:8080 --volume quintet:/data quintet
# One line a step and nothing but these words: `.ci/container` replays them without Docker.
FROM rust:1.95.0-bookworm AS build
WORKDIR /quintet
COPY . .
RUN crates/wasm/build.sh
RUN cargo build --locked --profile dist --bin quintet

FROM debian:bookworm-slim AS server
COPY --from=build /quintet/target/dist/quintet /usr/local/bin/quintet
RUN useradd --system --no-create-home quintet
RUN install --directory --owner=quintet /data
USER quintet
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["quintet"]
CMD ["serve", "--listen", "0.0.0.0:8080", "--data", "/data"]
