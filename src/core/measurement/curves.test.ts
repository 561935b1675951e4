import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseCurves } from "./curves.ts";

const TERMINAL = `
# ----------------------------------------------------
# ---- A FAST FORWARD ERROR CORRECTION TOOLBOX >> ----
# Parameters :
# * Code ---------------------------------------
#    ** Type              = TURBO
#
# ---------------------||------------------------------------------------------||---------------------
#  Signal Noise Ratio  ||   Bit Error Rate (BER) and Frame Error Rate (FER)    ||  Global throughput
#         (SNR)        ||                                                      ||  and elapsed time
# ---------------------||------------------------------------------------------||---------------------
# ----------|----------||----------|----------|----------|----------|----------||----------|----------
#     Es/N0 |    Eb/N0 ||      FRA |       BE |       FE |      BER |      FER ||  SIM_THR |    ET/RT
#      (dB) |     (dB) ||          |          |          |          |          ||   (Mb/s) | (hhmmss)
# ----------|----------||----------|----------|----------|----------|----------||----------|----------
      -4.77 |     0.00 ||      752 |   634564 |      752 | 1.37e-01 | 1.00e+00 ||    4.995 | 00h00'00
      -4.37 |     0.40 ||     1148 |    63538 |      644 | 9.01e-03 | 5.61e-01 ||   13.678 | 00h00'00
# End of the simulation.
`;

describe("curves", () => {
  it("reads the output of AFF3CT", () => {
    expect(parseCurves(TERMINAL, "terminal")).toEqual([
      {
        title: "terminal",
        over: "Eb/N0",
        points: [
          { db: 0, ber: 0.137, fer: 1, uncoded: null },
          { db: 0.4, ber: 0.00901, fer: 0.561, uncoded: null },
        ],
      },
    ]);
  });

  it("uses the title of a reference file", () => {
    const reference = `[metadata]\ncommand=aff3ct -p "32"\ntitle=Turbo (18444,6144)\n\n[trace]\n${TERMINAL}`;
    expect(parseCurves(reference)[0].title).toBe("Turbo (18444,6144)");
    expect(parseCurves(reference)[0].points).toHaveLength(2);
  });

  it("reads a reference file of AFF3CT with its exact rates", () => {
    const published = new URL("../codes/turbo/decoder.vectors.csv", import.meta.url);
    const [{ title, points }] = parseCurves(readFileSync(published, "utf8"));
    expect(title).toBe("Turbo (18444,6144) BCJR 32-bit 6 ite. LTE");
    expect(points).toHaveLength(11);
    expect(points[6]).toEqual({ db: 0.6, ber: 1.03398e-4, fer: 3.8444e-2, uncoded: null });
  });

  it.each([
    ["a head", "ebn0,ber\n1,0.1\n0,0.2"],
    ["a head with units", '"Eb/N0 (dB)",BER\n0,2e-1\n1,1e-1'],
    ["none", "0,0.2\n1,0.1\n"],
    ["comments", "# from a thesis\n0 0.2\n# half\n1 0.1"],
    ["semicolons and decimal commas", "Eb/N0;BER\n0;0,2\n1;0,1"],
    ["bars, single and double", "# Eb/N0 | BER |\n 0.00 || 2e-01 |\n1.00 || .1 |"],
    ["tabs", "0\t.2\r\n1\t.1"],
  ])("reads a table with %s", (_, text) => {
    expect(parseCurves(text)).toEqual([
      {
        title: "pasted",
        over: "Eb/N0",
        points: [
          { db: 0, ber: 0.2, fer: null, uncoded: null },
          { db: 1, ber: 0.1, fer: null, uncoded: null },
        ],
      },
    ]);
  });

  it("leaves out points without errors", () => {
    expect(parseCurves("0,0.1,0.9\n1,0,0")[0].points).toEqual([{ db: 0, ber: 0.1, fer: 0.9, uncoded: null }]);
  });

  it("separates the curves of one table by their names", () => {
    const text = "algorithm,windows,Eb/N0 (dB),BER\nmax-log,1,0,0.2\nmax-log,96,0,0.3\nlog-map,1,0,0.1\n";
    expect(parseCurves(text, "mine.csv").map(({ title, points }) => [title, points[0].ber])).toEqual([
      ["mine.csv: max-log, 1 windows", 0.2],
      ["mine.csv: max-log, 96 windows", 0.3],
      ["mine.csv: log-map, 1 windows", 0.1],
    ]);
  });

  it("reads rates over SNR, and rates before the decoder", () => {
    const text = "SNR (dB),detector,FER,BER,BER before the decoder\n2,zf,1,0.2,0.25\n6,zf,0,0,0.1\n2,mtt,0.5,0.01,0.2";
    expect(parseCurves(text, "mine.csv")).toEqual([
      {
        title: "mine.csv: zf",
        over: "SNR",
        points: [
          { db: 2, ber: 0.2, fer: 1, uncoded: 0.25 },
          { db: 6, ber: null, fer: null, uncoded: 0.1 },
        ],
      },
      { title: "mine.csv: mtt", over: "SNR", points: [{ db: 2, ber: 0.01, fer: 0.5, uncoded: 0.2 }] },
    ]);
    expect(parseCurves("SNR,Eb/N0,BER\n5,2,0.1")[0]).toMatchObject({ over: "Eb/N0", points: [{ db: 2 }] });
  });

  it.each([
    ["", "no numbers found"],
    ["hello\nworld", "no numbers found"],
    ["0.5\n0.6", "one column only"],
    ["1,2,3,4", "4 columns without names"],
    ["Es/N0,BER\n0,0.1", "no column Eb/N0 or SNR; the columns are Es/N0, BER"],
    ["Eb/N0,time\n0,0.1", "no column BER or FER"],
    ["0,0.1\n1,1.5", "line 2: BER must lie between 0 and 1, got 1.5"],
    ["0,0.1\n1,abc", "line 2: BER must be a number, got “abc”"],
    ["0,0.1\noops", "line 2 holds no numbers"],
    ["0,0\n1,0", "no point has an error rate above zero"],
  ])("explains what is wrong with %j", (text, message) => {
    expect(() => parseCurves(text)).toThrow(message);
  });
});
