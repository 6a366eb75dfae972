/**
 * The address of the visitor behind so many trusted proxies: each of them has added who it heard from to the end of
 * `X-Forwarded-For`. What a visitor wrote there before stands further to the left, and is not believed.
 *
 * @param peer the address of the connection itself
 * @param hops how many proxies are trusted; with 0 the header is not looked at
 */
export function clientAddress(peer: string, forwarded: string | null, hops: number): string {
  if (hops === 0) return peer;
  const addresses = (forwarded ?? "").split(",").map((address) => address.trim());
  return addresses.at(-hops) || peer;
}
