import { describe, expect, it } from "vitest";
import { wrongChanges } from "../../measurement/testing.ts";
import { WIFI } from "./experiment.ts";
import { WIFI_USES } from "./uses.ts";
import { wifiSweep } from "./sweep.ts";

describe("wifi: every field changes what its schema says", () => {
  const base = { rateMbps: ["54"], bytes: 60, snr: "12,13", estimators: ["ls"], packets: 5, offset: 20, clock: 10 };
  const others = { snr: "12,14", doppler: 4000, clock: 90 };

  it("with the exponential channel, which has no rays", async () => {
    const config = WIFI.parse({ ...base, doppler: 400 });
    expect(await wrongChanges(wifiSweep, WIFI, config, others)).toEqual(["rays changes no count"]);
  });

  it("says when the others have an effect", () => {
    const unmet = (channel: string) =>
      Object.entries(WIFI_USES).flatMap(([name, use]) => (use?.when(WIFI.parse({ channel })) ? [] : [name]));
    expect(unmet("exponential")).toEqual(["rays"]);
    expect(unmet("rays")).toEqual(["delaySpread", "doppler"]);
  });

  it("with rays, which have neither delay spread nor Doppler", async () => {
    const config = WIFI.parse({ ...base, channel: "rays" });
    const without = ["delaySpread changes no count", "doppler changes no count"];
    expect(await wrongChanges(wifiSweep, WIFI, config, { ...others, channel: "awgn" })).toEqual(without);
  });
});
