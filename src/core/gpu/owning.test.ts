import { expect, it } from "vitest";
import { owning } from "./owning.ts";
import { poolOf } from "./pool.ts";
import { testDevice } from "./testing.ts";

const device = {} as GPUDevice;

const plans = () => {
  const destroyed: string[] = [];
  const plan = (name: string) => ({ name, destroy: () => void destroyed.push(name) });
  return { destroyed, plan };
};

it("gives back the plans made so far if a later one fails", async () => {
  const { destroyed, plan } = plans();
  const failing = owning(device, async ({ keep }) => {
    await keep(plan("first"));
    await keep(Promise.resolve(plan("second")));
    return keep(Promise.reject<{ destroy(): void }>(new RangeError("no third")));
  });
  await expect(failing).rejects.toThrow("no third");
  expect(destroyed).toEqual(["first", "second"]);
});

it("leaves the plans to the whole, which destroys them", async () => {
  const { destroyed, plan } = plans();
  const whole = await owning(device, async ({ keep }) => ({ first: await keep(plan("first")) }));
  expect([whole.first.name, destroyed]).toEqual(["first", []]);
  whole.destroy();
  expect(destroyed).toEqual(["first"]);
});

it("shares scratch memory between plans: requests with one label get the same buffer while it is large enough", async () => {
  const real = await testDevice();
  const before = poolOf(real).statistics.liveBytes;
  const whole = await owning(real, async ({ scratch }) => {
    return {
      buffers: [1024, 512, 4096, 2048].map((bytes) => scratch.storage("messages", bytes)),
      other: scratch.storage("metrics", 512),
    };
  });
  const [first, smaller, larger, last] = whole.buffers;
  expect([smaller, last]).toEqual([first, larger]);
  expect([first, larger, whole.other].map(({ size }) => size)).toEqual([1024, 4096, 512]);
  whole.destroy();
  expect(poolOf(real).statistics.liveBytes).toBe(before);
});

it("gives back the plans that are made together with one that fails, also the later ones", async () => {
  const { destroyed, plan } = plans();
  let finish = () => {};
  const late = new Promise<ReturnType<typeof plan>>((done) => (finish = () => done(plan("late"))));
  const failing = owning(device, async ({ keep }) => {
    const none = Promise.reject<{ destroy(): void }>(new RangeError("no second"));
    await Promise.all([keep(plan("first")), keep(none), keep(late)]);
    return {};
  });
  await expect(failing).rejects.toThrow("no second");
  expect(destroyed).toEqual(["first"]);
  finish();
  await late;
  await Promise.resolve();
  expect(destroyed).toEqual(["first", "late"]);
});
