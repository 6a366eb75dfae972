import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { formContext } from "../http/context";
import { OWNER_KEY } from "./form";
import { compareOwner, ownerOf, ownerOnPage, setOwner } from "./owner.server";

const [ANN, BEN] = ["0190d3c4-0000-7000-8000-00000000000a", "0190d3c4-0000-7000-8000-00000000000b"];

/** A request with a form that says so of its owner. */
function post(owner: string | undefined): RouterContextProvider {
  const context = new RouterContextProvider();
  const body = new FormData();
  if (owner !== undefined) body.set(OWNER_KEY, owner);
  context.set(formContext, body);
  return context;
}

describe("a form's owner", () => {
  it("is the same for a person at any time, another for anybody else, and tells nothing of their id", () => {
    expect(ownerOf(ANN)).toBe(ownerOf(ANN));
    expect(ownerOf(ANN)).not.toBe(ownerOf(BEN));
    expect(ownerOf(ANN)).toMatch(/^[\w-]{16}$/);
    expect(ownerOf(ANN)).not.toContain("0190");
  });

  it.each([
    ["the same person's", ownerOf(ANN), "same"],
    ["another's", ownerOf(BEN), "another"],
    ["of what looks like one", "x".repeat(16), "another"],
    ["blank", "", "unsaid"],
    ["missing", undefined, "unsaid"],
    ["an id", ANN, "unsaid"],
    ["longer than one is", `${ownerOf(ANN)}x`, "unsaid"],
  ])("is compared with who is signed in: %s", (_, owner, expected) => {
    expect(compareOwner(post(owner), ANN)).toBe(expected);
  });

  it("stays on a form that comes back, whoever is signed in by then", () => {
    const back = post(ownerOf(ANN));
    setOwner(back, BEN);
    expect(ownerOnPage(back)).toBe(ownerOf(ANN));
    const page = post(undefined);
    expect(ownerOnPage(page)).toBeUndefined();
    setOwner(page, BEN);
    expect(ownerOnPage(page)).toBe(ownerOf(BEN));
  });
});
