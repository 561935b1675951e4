import { expect, it } from "vitest";
import { poison, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { groupsFor } from "./decided-groups.reference.ts";
import { createDecidedGroups } from "./decided-groups.ts";

it("gives just enough workgroups, in rows where one dimension cannot hold them", async () => {
  const device = await testDevice();
  const most = 65_535;
  for (const items of [0, 1, 255, 256, 257, 1_000_003, 2 ** 25, 200_000_001]) {
    const count = upload(device, Uint32Array.of(items));
    const plan = await createDecidedGroups(device, { count, elements: 3, width: 4, group: 256 });
    poison(device, plan.groups.buffer);
    await run(device, plan);
    const [x, y, z] = await readWords(device, plan.groups.buffer, 3);
    const needed = groupsFor(items, 3, 4, 256);
    expect(Math.max(x, y, z)).toBeLessThanOrEqual(most);
    expect(x * y * z).toBeGreaterThanOrEqual(needed);
    expect(x * y * z - needed).toBeLessThan(Math.max(1, Math.ceil(needed / most)));
    plan.destroy();
  }
});
