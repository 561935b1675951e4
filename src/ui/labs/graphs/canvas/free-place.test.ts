import { describe, expect, it } from "vitest";
import { array, assert, integer, property, record } from "fast-check";
import { freePlace } from "./free-place.ts";

const size = { width: 160, height: 100 };
const view = { left: 0, top: 0, right: 660, bottom: 460 };

describe("labs/graphs/canvas/free-place", () => {
  it("takes the wanted place where it is free, on the grid", () => {
    expect(freePlace([203, 101], size, [], view)).toEqual([200, 104]);
  });

  it("moves a block into the view", () => {
    // 660 − 160 = 500, and the grid has 8 pixels.
    expect(freePlace([900, 104], size, [], view)).toEqual([496, 104]);
  });

  it("goes below others where the view is full or unknown", () => {
    const wall = { left: 0, top: 0, width: 660, height: 460 };
    expect(freePlace([0, 0], size, [wall], view)).toEqual([0, 488]);
    expect(freePlace([0, 0], size, [wall], undefined)).toEqual([0, 488]);
    expect(freePlace([0, 0], size, [], { left: 0, top: 0, right: 100, bottom: 50 })).toEqual([0, 0]);
  });

  it("covers no other block, and is in the view if there is room", () => {
    const boxes = array(record({ left: integer({ min: -300, max: 900 }), top: integer({ min: -300, max: 700 }) }), {
      maxLength: 14,
    });
    assert(
      property(boxes, integer({ min: -500, max: 1500 }), integer({ min: -500, max: 1500 }), (places, x, y) => {
        const others = places.map((place) => ({ ...place, ...size }));
        const [left, top] = freePlace([x, y], size, others, view);
        const isFree = (left: number, top: number) =>
          others.every(
            (box) => left + 160 <= box.left || box.left + 160 <= left || top + 100 <= box.top || box.top + 100 <= top,
          );
        expect(isFree(left, top)).toBe(true);
        // A coarse search finds room with wide margins; then the block is in the view.
        const hasRoom = Array.from({ length: 62 }, (_, i) => 8 * i).some((left) =>
          Array.from({ length: 45 }, (_, k) => 8 * k).some((top) =>
            others.every(
              (box) => left + 200 <= box.left || box.left + 200 <= left || top + 124 <= box.top || box.top + 124 <= top,
            ),
          ),
        );
        if (hasRoom) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + 160).toBeLessThanOrEqual(660);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(top + 100).toBeLessThanOrEqual(460);
        }
      }),
      { numRuns: 40 },
    );
  });
});
