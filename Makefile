# Everything that one does with this tree. `make` alone lists it.
#   ARGS=…       options for `make live`, `test`, `bench`, `fuzz`, `sanitize` and `nightly`, as in: make live ARGS="--record talk.mkv"
#   PREFIX=…     where `make install` puts the commands (/usr/local); DESTDIR is honoured

PREFIX ?= /usr/local
ARGS ?=

SWIFT := swift
PRODUCTS := splitcast splitcast-conformance splitcast-capture-x11 splitcast-capture-pipewire splitcast-capture-wlr splitcast-capture-media splitcast-capture-pattern
# One build of the commands and their tests, which run on what is shipped. No search path beside the file, and nothing for a debugger, which
# commands without symbols could not use and which takes the compiler a fifth of its time.
BUILD := $(SWIFT) build -c release --disable-local-rpath -debug-info-format none
# For who wants no tests, the commands alone, beside it: in one directory SwiftPM compiles everything anew when the other is asked for.
COMMANDS := $(BUILD) --scratch-path .build/product
BIN := .build/product/release
SOURCES := Package.swift Shared Capture Host Tests

.PHONY: help live build test tests fuzz sanitize nightly bench lint format wayland-protocols install uninstall deb clean need-swift need-build
.DEFAULT_GOAL := help

help: ## this list
	@echo "Splitcast: stream a Linux desktop with its microphone"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'Options go through ARGS: make live ARGS="--to rtmp://live.example.com/app/KEY --record talk.mkv"'

live: build ## install what is missing, build, and stream this desktop to http://127.0.0.1:8080/
	@Host/CLI/Demo/demo-desktop --missing >/dev/null || .ci/install demo
	@exec Host/CLI/Demo/demo-desktop $(BIN)/splitcast live $(ARGS)

build: need-build ## the commands as a release, into .build/product/release
	@for product in $(PRODUCTS); do $(COMMANDS) --product $$product || exit 1; done

tests: need-build ## the commands and all tests, built into .build/release
	@.ci/install test
	@$(BUILD) --build-tests

test: tests ## all tests but the longest, on real servers; the end-to-end ones run the release
	@Tests/run $(ARGS)

fuzz: need-build ## feed every decoder with random input; ARGS="--seconds 600" or "--inputs 10000000"
	@exec Tests/Fuzz/run $(ARGS)

nightly: tests ## what takes hours: sanitizers, long fuzzing, storms, drift; ARGS="fuzz drift" for these steps, "--small" for minutes
	@.ci/install bench
	@exec .ci/nightly $(ARGS)

sanitize: need-build ## unit tests under AddressSanitizer and ThreadSanitizer
	@exec Tests/Sanitizers/run address thread -- $(ARGS)

bench: tests ## measure beside ffmpeg, GStreamer and SimpleScreenRecorder, into Tests/Benchmarks/RESULTS.md
	@.ci/install bench
	@exec .build/release/splitcast-bench $(ARGS)

lint: need-swift ## check the format of every Swift file
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

wayland-protocols: ## make the C of the Wayland protocols from their XML anew
	@.ci/wayland-protocols

format: need-swift ## put every Swift file into that format
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

install: ## put the built commands, man pages, completions and manifests below PREFIX
	@Host/Packaging/install $(BIN) "$(PREFIX)"
	@echo "installed below $(DESTDIR)$(PREFIX): $(PRODUCTS)"

uninstall: ## take them away again
	@Host/Packaging/install --remove "$(PREFIX)"

deb: build ## a Debian package of this machine's architecture, into .build/deb
	@.ci/install deb
	@Host/Packaging/deb $(BIN) .build/deb

clean: ## remove what was built
	@rm -rf .build

need-swift:
	@command -v $(SWIFT) >/dev/null || { echo "Swift is not installed; get 6.2 or newer from https://www.swift.org/install/linux/" >&2; exit 1; }

need-build: need-swift
	@.ci/install build
