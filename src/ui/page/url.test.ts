import { describe, expect, it } from "vitest";
import { joinLink, labOf, splitLink, withoutFields } from "./url.ts";

describe("the page's part of a link", () => {
  it.each([
    ["", "one"],
    ["#", "one"],
    ["#one?v=1", "one"],
    ["#/two?", "two"],
    ["#two", "two"],
  ])("%j names a lab: %s", (fragment, lab) => {
    expect(labOf(fragment, ["one", "two"])).toBe(lab);
  });

  it("lists the labs if it names an unknown one", () => {
    expect(() => labOf("#three?v=1", ["one", "two"])).toThrow(
      "link: there is no lab “three”; the labs are one, two, and course is the course, and grading is the page that grades results",
    );
    expect(() => labOf("#__proto__", ["one", "two"])).toThrow("link: there is no lab “__proto__”");
  });

  it("holds the page's fields beside any lab's, in any position", () => {
    const folded = ["channel", "speed"];
    const fields = {
      lecture: "null-in-band",
      step: 1,
      own: true,
      test: true,
      present: true,
      embed: false,
      figure: "ber",
      folded,
    };
    const link = joinLink("#one?v=1&filter=23", fields);
    expect(link).toBe(
      "#one?v=1&filter=23&lecture=null-in-band&step=2&own&answers=none&present&figure=ber&fold=channel,speed",
    );
    expect(splitLink(link)).toEqual({ fields, fragment: "#one?v=1&filter=23" });
    expect(splitLink("#two?embed")).toEqual({
      fields: { step: 0, own: false, test: false, present: false, embed: true, folded: [] },
      fragment: "#two",
    });
    expect(splitLink("#two?lecture=a%20b&ebn0=9").fields.lecture).toBe("a b");
    // Another page has added a field to a link without a question mark.
    expect(splitLink("#two&utm_source=mail").fragment).toBe("#two?utm_source=mail");
    expect(splitLink("")).toEqual({
      fields: { step: 0, own: false, test: false, present: false, embed: false, folded: [] },
      fragment: "",
    });
    expect(withoutFields("#one?v=1&scene=5&use=3", ["scene"])).toBe("#one?v=1&use=3");
    expect(withoutFields("#one?v=1&scene=5")).toBe("#one?v=1&scene=5");
    expect(() => splitLink("#two?step=0")).toThrow('link: step must be a whole number ≥ 1, got "0"');
  });
});
