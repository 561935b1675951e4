// Installs the services that some tests use as peers: Redis and Slurm. A test whose service is missing is skipped, and
// says so. So a failure here is no failure.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Debian's packages, and a program of each. */
const PACKAGES = { "redis-server": "redis-server", "slurm-wlm": "slurmctld", munge: "munged" };
const FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin"];

/** Returns the packages whose programs this machine lacks. */
export function missingServices(exists = existsSync) {
  return Object.keys(PACKAGES).filter((name) => !FOLDERS.some((folder) => exists(`${folder}/${PACKAGES[name]}`)));
}

/** Installs missing services on Debian, if this user may. The packages must not start any service: tests start their own. */
export function ensureServices() {
  const missing = missingServices();
  if (missing.length === 0 || !existsSync("/etc/debian_version")) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "env", "RUNLEVEL=1", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
    return spawnSync(command, rest, { stdio: "inherit" }).status === 0;
  };
  console.log(`Installing ${missing.join(", ")} for the tests.`);
  if (apt("update") && apt("install", "-y", "--no-install-recommends", ...missing)) return;
  console.log(`${missing.join(", ")} cannot be installed here. The tests that need them are skipped.`);
}
