import { describe, expect, it } from "vitest";
import { fitText } from "./fit_text";

/** Every character is as wide as it is high. */
const measure = (text: string) => text.length;
const fit = (text: string, width: number, height: number, most = 12, least = 9) =>
  fitText(text, { width, height }, measure, most, least, 1);

describe("a name in a box", () => {
  it("is written as large as the box's letters if it fits", () => {
    expect(fit("Park", 60, 12)).toEqual({ size: 12, text: "Park" });
  });
  it("takes a second line between two words, not inside one", () => {
    expect(fit("Amusement Park", 120, 24)).toEqual({ size: 12, text: "Amusement Park" });
    expect(fit("Amusement Park", 100, 24).size).toBeLessThanOrEqual(11);
  });
  it("gets smaller before any word is broken", () => {
    const { size, text } = fit("Amusement Park", 45, 30);
    expect(text).toBe("Amusement Park");
    expect(size).toBeLessThanOrEqual(5);
    expect(size).toBeGreaterThan(4);
  });
  it("breaks a compound at its seam only if it would be too small to read", () => {
    expect(fit("Spoor\u00adbrug", 120, 24)).toEqual({ size: 12, text: "Spoorbrug" });
    const broken = fit("Vakantie\u00addienst\u00adregeling", 130, 36);
    expect(broken.text).toContain("\u00ad");
    expect(broken.size).toBeGreaterThanOrEqual(9);
  });
  it("counts lines: what is too high gets smaller, too", () => {
    expect(fit("a b c d e f", 24, 24).size).toBeLessThan(9);
  });
  it("may end a line after a hyphen that the name has", () => {
    expect(fit("U-Bahn-Tunnel", 88, 24)).toEqual({ size: 12, text: "U-Bahn-Tunnel" });
  });
});
