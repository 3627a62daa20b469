# Parley's commands; `make help` lists them.
SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# nolibopusfile: the Opus binding then needs libopus alone.
# trimpath: what one clone has compiled, the next one has too.
# MALLOC_ARENA_MAX: PocketSphinx's decoders fragment one arena a thread.
export GOFLAGS := -tags=nolibopusfile -trimpath
export MALLOC_ARENA_MAX := 2

APP := web/app
FUZZTIME ?= 10s

.PHONY: help
help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

.PHONY: setup
setup: ## install what is missing: packages, modules, model, page
	@scripts/setup

.PHONY: build
build: setup ## build bin/parley
	@go build -o bin/parley ./cmd/parley

.PHONY: measure
measure: setup ## build bin/measure, which measures
	@go build -o bin/measure ./cmd/measure

.PHONY: run
run: build ## serve everything on http://127.0.0.1:8080
	@bin/parley serve

SCENE ?= riskyProjectApproval

.PHONY: demo
demo: build ## hold one winning call and keep it in demo/; SCENE=id for another scene
	@mkdir -p demo
	@bin/parley call $(SCENE) --serve --end win --expect won \
		--wav demo/call.wav --transcript demo/transcript.txt --events demo/events.jsonl

.PHONY: test
test: test-setup ## everything CI holds, side by side; prints each step's time
	@scripts/check

.PHONY: test-setup
test-setup:
	@scripts/setup --tests

.PHONY: test-go
test-go: test-setup ## Go tests; the race detector where something is concurrent
	scripts/gotests plain
	scripts/gotests race
	scripts/gotests rooms
	scripts/gotests calls
	scripts/gotests app

.PHONY: test-timed
test-timed: test-setup ## calls for every fault of every engine role; prints the table
	scripts/gotests timed -test.v -test.parallel=4 | grep -v '^ *--- PASS\|^ *=== '

# Its figures are of time, and its bounds are wide.
.PHONY: test-bench
test-bench: test-setup ## the bench
	scripts/gotests bench

.PHONY: test-web
test-web: test-setup ## the page: tsc, eslint, vitest
	npm --prefix $(APP) run check
	npm --prefix $(APP) run test

.PHONY: test-e2e
test-e2e: test-setup ## the page against the real binary in Chromium
	go build -o bin/parley ./cmd/parley
	npm --prefix $(APP) run e2e

.PHONY: lint
lint: test-setup ## golangci-lint, with gofmt and vet in it; code that no command reaches
	scripts/lint

.PHONY: generate
generate: ## regenerate the page's RPC types from package rpc
	go generate ./...

.PHONY: fuzz
fuzz: setup ## each fuzz test for FUZZTIME (default 10s)
	@scripts/fuzz $(FUZZTIME)

.PHONY: bench
bench: measure ## measure turn-taking briefly, compare with bench/baseline.json
	@bin/measure bench all --short --baseline bench/baseline.json

.PHONY: bench-full
bench-full: measure ## measure everything against its targets, keep bin/bench.json
	@bin/measure bench all --strict --json bin/bench.json

.PHONY: bench-go
bench-go: setup ## Go benchmarks with allocations
	go test -run '^$$' -bench . -benchmem ./...

# Reports stay in bin/eval; a hard gate that is missed fails the target.
.PHONY: eval
eval: measure ## measure the checker: offline and with a simulated model
	@mkdir -p bin/eval
	@bin/measure eval checker --judge offline --repeats 2 --hard --json bin/eval/offline.json --html bin/eval/offline.html
	@echo
	@bin/measure eval checker --judge scripted --repeats 2 --hard --json bin/eval/scripted.json --html bin/eval/scripted.html
	@bin/measure eval compare bin/eval/offline.json bin/eval/scripted.json --html bin/eval/compare.html > bin/eval/compare.txt
	@echo; echo "The reports are in bin/eval."

.PHONY: clean
clean: ## remove what was built; keeps data/ and models/
	rm -rf bin demo $(APP)/node_modules $(APP)/test-results
	find $(APP)/dist -mindepth 1 ! -name .keep -delete
