import { describe, expect, it } from "vitest";
import { exampleNamed } from "./examples.ts";
import { RIDDLE_LEVELS, type RiddleLevel, riddleName, riddleNamed } from "./riddles.ts";

describe("riddles", () => {
  it.each(Object.keys(RIDDLE_LEVELS) as RiddleLevel[])("%s: each class comes about equally often", (level) => {
    const { classes } = RIDDLE_LEVELS[level];
    const counts = new Map<string, number>();
    const COUNT = 1800;
    for (let number = 1; number <= COUNT; number++) {
      const name = riddleName(level, number);
      const riddle = riddleNamed(name)!;
      expect(riddleName(riddle.level, riddle.number)).toBe(name);
      counts.set(riddle.class, (counts.get(riddle.class) ?? 0) + 1);
    }
    expect(counts.size).toBe(classes.length);
    // Five standard deviations of a binomial count.
    const [mean, share] = [COUNT / classes.length, 1 / classes.length];
    for (const count of counts.values()) {
      expect(Math.abs(count - mean)).toBeLessThan(5 * Math.sqrt(COUNT * share * (1 - share)));
    }
  });

  it("make one burst of their class, without a label", () => {
    const example = exampleNamed("riddle-hard-12");
    expect(example).toMatchObject({ unlabelled: true, made: { seed: 12, bursts: 1 } });
    expect(example?.made?.classes).toEqual([riddleNamed("riddle-hard-12")?.class]);
    for (const other of ["riddle-hard-0", "riddle-hard", "riddle-medium-1", "riddle-easy-1x"]) {
      expect(exampleNamed(other)).toBeUndefined();
    }
  });
});
