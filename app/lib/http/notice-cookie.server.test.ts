import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carriesNotice, noticeCookie } from "./notice-cookie.server";

async function cookieOf(value: unknown): Promise<string> {
  const [cookie = ""] = (await noticeCookie.serialize(value)).split(";");
  return cookie;
}

describe("carriesNotice", () => {
  it("says what the framework would say of any notice, among other cookies", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (message) => {
        const cookie = await cookieOf({ message });
        expect(carriesNotice(`theme=dark; ${cookie}; other=1`)).toBe(true);
        expect(await noticeCookie.parse(cookie)).toEqual({ message });
      }),
    );
  });

  it("takes none that was changed anywhere", async () => {
    const cookie = await cookieOf({ message: "Message Sent Successfully!" });
    const [name = ""] = cookie.split("=");
    for (let place = name.length + 1; place < cookie.length; place += 1) {
      const other = cookie[place] === "A" ? "B" : "A";
      const changed = cookie.slice(0, place) + other + cookie.slice(place + 1);
      expect(carriesNotice(changed)).toBe(false);
    }
  });

  it.each([undefined, null, "", "other=1", "toast=", "toast=.", "toast=e30%3D", "toast=%", "toast=a.b", "x=toast=a.b"])(
    "finds none in %s",
    (cookies) => {
      expect(carriesNotice(cookies)).toBe(false);
    },
  );
});
