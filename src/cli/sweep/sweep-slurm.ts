import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { mergeSweeps, sweepJson } from "../../core/measurement/sweep-file.ts";
import { newSweep } from "../../core/measurement/sweep.ts";
import { command } from "../command.ts";
import { oneWord, orUsage, UsageError, wholeNumber } from "../options.ts";
import { makeFolder } from "../make-folder.ts";
import { jsonText } from "../output.ts";
import { writeTogether } from "../write-together.ts";
import { reasonOf } from "../reason.ts";
import { readSweep } from "./run-sweep.ts";
import { readSweepToRun } from "./sweeps.ts";
import { print } from "../terminal.ts";

/**
 * Seconds between the signal and the end of a task's time: the task stops within a page of units, and saves. Slurm may
 * send the signal a minute earlier.
 */
const WARNING_SECONDS = 120;
/** Exit code of a sweep that saved its counts after SIGTERM. */
const STOPPED = 143;
/** With a shorter time a task might get its signal before it has counted anything. */
const LEAST_MINUTES = 5;

/** The scripts of a sweep on a cluster with Slurm. */
export const sweepSlurm = command({
  name: "sweep slurm",
  usage: "FILE --tasks N --out DIR [options]",
  about: "Writes the scripts that run a sweep as a Slurm job array, and the job that merges the results.",
  examples: ["sweep slurm curve.json --tasks 8 --out cluster --minutes 60"],
  takes: "files",
  extras: {
    "tasks N": "Number of tasks of the job array. Each computes one shard on one GPU.",
    "out DIR": "Folder for the scripts and the results, on a disk that all nodes share.",
    "minutes N": `Time limit of a task. A task that needs longer saves its counts and queues again. Default 60, least ${LEAST_MINUTES}.`,
    "gres NAME|none": "What a task asks Slurm for. Default gpu:1.",
  },
  async run({ positionals, own }) {
    const file = oneWord("sweep slurm: takes one file", positionals);
    if (own.tasks === undefined || own.out === undefined) throw new UsageError("sweep slurm: needs --tasks and --out");
    const tasks = wholeNumber("tasks", own.tasks, { min: 1 });
    const minutes = wholeNumber("minutes", own.minutes ?? "60", { min: LEAST_MINUTES });
    const gres = own.gres ?? "gpu:1";
    if (!/^[\w:.,=*-]+$/.test(gres)) {
      throw new UsageError(`sweep slurm: --gres must be like gpu:1 or gpu:a100:1, or none, got "${gres}"`);
    }
    const { measurement, state } = await readSweepToRun(file);
    orUsage(() => newSweep(measurement, state.config, { index: 1, count: tasks }));

    const folder = resolve(own.out);
    try {
      makeFolder(folder);
    } catch (error) {
      throw new UsageError(`--out ${own.out}: the folder cannot be made: ${reasonOf(error)}`, { cause: error });
    }
    const start = join(folder, "sweep.json");
    const known = existsSync(start) ? [readSweep(measurement, start)] : [];
    const whole = orUsage(
      () => mergeSweeps(measurement, [...known, state]),
      `${start} is of another sweep; choose a new folder`,
    );
    const job = { name: measurement.name, tasks, minutes, gres, launcher: launcher() };
    writeTogether([
      [start, jsonText(sweepJson({ measurement, state: whole, complete: false }))],
      [join(folder, "array.sh"), arrayScript(job)],
      [join(folder, "merge.sh"), mergeScript(job)],
      [join(folder, "submit.sh"), submitScript()],
    ]);
    print(
      `${folder} holds the scripts of ${tasks} ${tasks === 1 ? "task" : "tasks"} and of the merge. ` +
        `Submit them on the cluster's login node:\n  bash ${quoted(join(folder, "submit.sh"))}\n`,
    );
    return 0;
  },
});

interface Job {
  name: string;
  tasks: number;
  minutes: number;
  gres: string;
  /** The file with which Node.js starts this command line. */
  launcher: string;
}

/** Returns the launcher that started this process, or this bundle if it was started without one. */
const launcher = () => process.env.THREERAY_LAUNCHER ?? process.argv[1];

/** Returns a text as one word of a shell. */
const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Sets the launcher that the scripts start. Another copy of Threeray can take its place. */
const setLauncher = ({ launcher }: Job) => `launcher=\${THREERAY_LAUNCHER:-${quoted(launcher)}}`;

function arrayScript(job: Job): string {
  const { name, tasks, minutes, gres } = job;
  return `#!/bin/bash
#SBATCH --job-name=threeray-${name}
#SBATCH --array=1-${tasks}
#SBATCH --time=${minutes}
${gres === "none" ? "" : `#SBATCH --gres=${gres}\n`}#SBATCH --cpus-per-task=2
#SBATCH --output=task-%a.log
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@${WARNING_SECONDS}

# Each task computes one shard and keeps its counts in part-N-of-${tasks}.json, which is whole at any time.
# A task that runs again continues that file.
${setLauncher(job)}
shard=$SLURM_ARRAY_TASK_ID/${tasks}
part=part-$SLURM_ARRAY_TASK_ID-of-${tasks}.json
node "$launcher" sweep run sweep.json --shard "$shard" --json "$part" --continue &
task=$!

stop() {
  kill -TERM "$task"
  wait "$task"
}

# The time limit is near: the task saves its counts and queues again.
again() {
  stop
  code=$?
  [ "$code" = ${STOPPED} ] || exit "$code"
  scontrol requeue "\${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
  exit
}
trap again USR1

# The job is cancelled or preempted. A script that queued itself again would undo scancel.
trap 'stop; exit' TERM

echo "$(date '+%F %T'): shard $shard on $(hostname), start $((\${SLURM_RESTART_COUNT:-0} + 1))"
wait "$task"
`;
}

function mergeScript(job: Job): string {
  return `#!/bin/bash
#SBATCH --job-name=threeray-merge
#SBATCH --time=30
#SBATCH --output=merge.log
#SBATCH --open-mode=append

shopt -s nullglob
${setLauncher(job)}
node "$launcher" merge sweep.json part-*.json --json result.json || exit
grep -q '^  "complete": true' result.json && exit
echo "The sweep is not complete. The logs task-*.log say why. Continue it with: bash submit.sh" >&2
exit 1
`;
}

function submitScript(): string {
  return `#!/bin/bash
# Submits the job array and the merge that follows it. It is safe to repeat: complete tasks end at once, and the others
# continue. Options of sbatch may follow, for example: bash submit.sh --partition gpu --account radio
set -e
cd "$(dirname "$0")"
array=$(sbatch --parsable "$@" array.sh)
array=\${array%%;*}
merge=$(sbatch --parsable "$@" --dependency="afterany:$array" merge.sh)
echo "Submitted the tasks as job $array and the merge as job \${merge%%;*}. The result will be $PWD/result.json."
`;
}
