/** Bytes of a hex text; anything that is not hex gives no bytes, which no check accepts. */
export function bytesOfHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return new Uint8Array(0);
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16));
}
