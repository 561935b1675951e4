// Error rates of LTE's Turbo code over Eb/N0 on two GPUs, in a process each; on one GPU where there is one.
// node sweep-two-gpus.mjs [CODEWORDS]
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseSweep, sweepResults, turboSweep } from "threeray";

const [codewords = "2000"] = process.argv.slice(2);

// WebGPU cannot tell identical GPUs apart, so the command line starts a process for each, which sees only its own.
const nodes = process.platform === "linux" ? readdirSync("/dev").filter((name) => /^nvidia\d+$/.test(name)) : [];
const gpus = Math.min(2, Math.max(1, nodes.length));
console.log(gpus === 2 ? "Computing on two GPUs." : "This machine has one adapter for it: computing on one.");

const manifest = createRequire(import.meta.url).resolve("threeray/package.json");
const program = join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.threeray);
const sweep = ["turbo", "--length", "1024", "--ebn0", "0,0.5,1", "--codewords", codewords, "--windows", "16"];
const output = execFileSync(process.execPath, [program, ...sweep, "--gpus", String(gpus), "--json", "-"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});

// The file holds the configuration and all counts: it can be resumed, and merged with others.
const state = parseSweep(turboSweep, JSON.parse(output));
for (const { ebn0Db, frames, ber, ci95 } of sweepResults(turboSweep, state)) {
  console.log(JSON.stringify({ ebn0Db, codewords: frames, ber, ci95 }));
}
