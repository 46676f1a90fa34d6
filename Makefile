# Thin over tools/bootstrap.py, which does everything on a fresh machine.
PYTHON ?= python3

.PHONY: help play test check lint check-web sanitize protocol screenshots bench bench-peers bench-strength bench-load lock sbom audit clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

play: ## play, in a window
	@$(PYTHON) tools/bootstrap.py play

test: ## lint, types, and the tests in every build
	@$(PYTHON) tools/bootstrap.py test

check: ## lint, types and the fast tests: before every commit
	@$(PYTHON) tools/bootstrap.py check

lint: ## only lint and types
	@$(PYTHON) tools/bootstrap.py lint

check-web: ## only the types and tests of the browser client
	@$(PYTHON) tools/bootstrap.py check-web

sanitize: ## the conformance suite under address and bounds sanitizers
	@$(PYTHON) tools/bootstrap.py sanitize

protocol: ## write the browser client's types and the JSON Schema
	@$(PYTHON) tools/bootstrap.py protocol

screenshots: ## every page in three sizes, light and dark, into build/screenshots
	@$(PYTHON) tools/bootstrap.py screenshots

bench: ## speed of the rules, compiled against uncompiled, and of the search
	@$(PYTHON) tools/bootstrap.py bench

bench-peers: ## speed against other libraries
	@$(PYTHON) tools/bootstrap.py bench-peers

bench-strength: ## matches of the bots against others (hours)
	@$(PYTHON) tools/bootstrap.py bench-strength

bench-load: ## the server under load: 2,000 connections in 1,000 matches
	@$(PYTHON) tools/bootstrap.py bench-load

lock: ## pin what the server installs, with hashes, into locks/
	@$(PYTHON) tools/bootstrap.py lock

sbom: ## list what the program is made of, into build/sbom
	@$(PYTHON) tools/bootstrap.py sbom

audit: ## ask the registries for known vulnerabilities of what is pinned
	@$(PYTHON) tools/bootstrap.py audit

clean: ## remove everything that was built
	rm -rf .venv .venv-peers .venv-supply build web/node_modules src/quincunx/server/site
