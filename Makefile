# Everything that one does with this tree. `make` alone lists it.
#   ARGS=…       options for `make live`, `test`, `bench`, `fuzz`, `sanitize` and `nightly`, as in: make live ARGS="--record talk.mkv"
#   PREFIX=…     where `make install` puts the commands (/usr/local); DESTDIR is honoured

PREFIX ?= /usr/local
ARGS ?=

SWIFT := swift
PRODUCTS := splitcast splitcast-conformance splitcast-capture-x11 splitcast-capture-pipewire splitcast-capture-wlr splitcast-capture-media splitcast-capture-pattern
# The Swift runtime goes into the binary, symbols do not: an agent is one small file with no search path. In a directory of its own,
# so that it can be built beside the tests: in one, SwiftPM builds one thing at a time.
RELEASE := -c release --scratch-path .build/product --static-swift-stdlib --disable-local-rpath -Xlinker -s
BIN := .build/release
# An index for editors takes a third of what the compiler does for the tests; with Tests/XCTMain.swift nothing here needs it.
# FLAGS adds to that, as .ci/run does.
TESTS := --disable-index-store $(FLAGS)
SOURCES := Package.swift Shared Capture Host Tests

.PHONY: help live build test tests both fuzz sanitize nightly bench lint format wayland-protocols install uninstall deb clean need-swift need-build
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

build: need-build ## the commands as a release, into .build/release
	@for product in $(PRODUCTS); do $(SWIFT) build $(RELEASE) --product $$product || exit 1; done
	@ln -sfn product/release $(BIN)

tests: need-build
	@.ci/install test
	@$(SWIFT) build --build-tests $(TESTS)

# Release and tests beside each other: either alone leaves a processor idle. What they depend on is fetched before.
both: need-build
	@$(SWIFT) package resolve
	@$(MAKE) --no-print-directory -j 2 build tests

test: both ## all tests but the longest, on real servers; the end-to-end ones run the release
	@Tests/run $(ARGS)

fuzz: need-build ## feed every decoder with random input; ARGS="--seconds 600" or "--inputs 10000000"
	@exec Tests/Fuzz/run $(ARGS)

nightly: both ## what takes hours: sanitizers, long fuzzing, storms, drift; ARGS="fuzz drift" for these steps, "--small" for minutes
	@.ci/install bench
	@$(SWIFT) build $(RELEASE) --product splitcast-bench
	@exec .ci/nightly $(ARGS)

sanitize: need-build ## unit tests under AddressSanitizer and ThreadSanitizer
	@exec Tests/Sanitizers/run address thread -- $(ARGS)

bench: build ## measure beside ffmpeg, GStreamer and SimpleScreenRecorder, into Tests/Benchmarks/RESULTS.md
	@.ci/install bench
	@$(SWIFT) build $(RELEASE) --product splitcast-bench
	@exec $(BIN)/splitcast-bench $(ARGS)

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
