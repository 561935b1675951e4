#!/usr/bin/env node
// The command `threeray` of the package: runs the built command line.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./launch.mjs";

const launcher = fileURLToPath(import.meta.url);
await launch({ bundle: join(dirname(launcher), "..", "dist-cli", "main.js"), launcher, typed: "threeray" });
