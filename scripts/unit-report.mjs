// A reporter for vitest: writes what the summary of `npm test` needs, with the differences that failed assertions found.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

const messageOf = ({ message, diff }) => (diff ? `${message}\n${diff}` : message);

export default class UnitReport {
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => {
      const tests = [...module.children.allTests()].map((test) => {
        const { state, errors: failures = [], note } = test.result();
        const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
        return { name: test.fullName, state, note, seconds, message: failures.map(messageOf).join("\n") };
      });
      const hooks = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
      return { name: relative(".", module.moduleId), tests, errors: hooks.map(messageOf) };
    });
    writeFileSync(process.env.THREERAY_UNIT_REPORT, JSON.stringify({ files, errors: errors.map(messageOf) }));
  }
}
