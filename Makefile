# Thin over tools/bootstrap.py, which does everything on a fresh machine.
PYTHON ?= python3

.PHONY: help play test check lint check-web sanitize protocol screenshots bench bench-peers bench-strength bench-load lock sbom audit image release-check page clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

play: ## play in a window
	@$(PYTHON) tools/bootstrap.py play

test: ## lint, type checks, and the tests in every build
	@$(PYTHON) tools/bootstrap.py test

check: ## lint, type checks and the fast tests: run it before every commit
	@$(PYTHON) tools/bootstrap.py check

lint: ## only lint and type checks
	@$(PYTHON) tools/bootstrap.py lint

check-web: ## only the type checks and tests of the browser client
	@$(PYTHON) tools/bootstrap.py check-web

sanitize: ## run the conformance suite under address and bounds sanitizers
	@$(PYTHON) tools/bootstrap.py sanitize

protocol: ## write the browser client's types and texts, and the JSON Schema
	@$(PYTHON) tools/bootstrap.py protocol

screenshots: ## take screenshots of every page in four sizes, light and dark, into build/screenshots
	@$(PYTHON) tools/bootstrap.py screenshots

bench: ## measure the speed of the rules, compiled and uncompiled, and of the search
	@$(PYTHON) tools/bootstrap.py bench

bench-peers: ## compare speed with other libraries
	@$(PYTHON) tools/bootstrap.py bench-peers

bench-strength: ## play our bots against others (takes hours)
	@$(PYTHON) tools/bootstrap.py bench-strength

bench-load: ## put the server under load; ARGS=--cluster: several servers on PostgreSQL and Redis
	@$(PYTHON) tools/bootstrap.py bench-load $(ARGS)

lock: ## pin the server's packages, with hashes, in locks/
	@$(PYTHON) tools/bootstrap.py lock

sbom: ## write a list of the program's components to build/sbom
	@$(PYTHON) tools/bootstrap.py sbom

audit: ## ask the registries for known vulnerabilities of the pinned packages
	@$(PYTHON) tools/bootstrap.py audit

image: ## build the container image, start it and check it (needs root, buildah and mmdebstrap)
	@$(PYTHON) tools/bootstrap.py image

release-check: ## check that this version can be released, and write its notes to build/release-notes.md
	@$(PYTHON) tools/bootstrap.py release-check

page: ## only build the browser client
	@$(PYTHON) tools/bootstrap.py page

clean: ## remove everything that was built
	rm -rf .venv .venv-peers .venv-supply build web/node_modules src/quincunx/server/site
