/** An address field: a call sign, shifted by one bit, and the station's number. */
function address(call: string, last: boolean): number[] {
  const [name, station = "0"] = call.split("-");
  return [
    ...Array.from(name.padEnd(6), (letter) => letter.charCodeAt(0) << 1),
    0x60 | (Number(station) << 1) | Number(last),
  ];
}

/** A frame of unnumbered information without its check: destination, source, repeaters. */
export function uiFrame(calls: readonly string[], text: string | ArrayLike<number>): Uint8Array {
  const info = typeof text === "string" ? Array.from(new TextEncoder().encode(text)) : Array.from(text);
  return Uint8Array.from([...calls.flatMap((call, k) => address(call, k === calls.length - 1)), 0x03, 0xf0, ...info]);
}

/** A frame of random text from one random call sign to another. */
export function randomFrame(random: () => number, length: number): Uint8Array {
  const pick = (letters: string) => letters[Math.floor(letters.length * random())];
  const call = () =>
    `${Array.from({ length: 3 + Math.floor(4 * random()) }, () => pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")).join("")}-${Math.floor(16 * random())}`;
  const text = Array.from({ length }, () => String.fromCharCode(32 + Math.floor(95 * random()))).join("");
  return uiFrame([call(), call()], text);
}
