import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Autosave, PAUSE, type SaveResult } from "./autosave";

describe("Autosave", () => {
  let entries: string;
  let answer: SaveResult | Promise<SaveResult>;
  let sent: string[];
  let said: string;
  let saver: Autosave;

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2026, 10, 22, 14, 3) });
    vi.stubGlobal("navigator", { languages: ["en-GB"] });
    entries = "blank";
    answer = "saved";
    sent = [];
    said = "";
    const send = async () => {
      sent.push(entries);
      return answer;
    };
    saver = new Autosave({ read: () => entries, send, say: (words) => (said = words) }, "blank");
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function type(text: string): void {
    entries = text;
    saver.touch();
  }

  it("saves ten seconds after the last key press, and says when", async () => {
    type("a");
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    type("ab");
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent, said]).toEqual([["ab"], "Saved at 14:03"]);
  });

  it("sends nothing when nothing has changed", async () => {
    type("blank");
    await vi.advanceTimersByTimeAsync(PAUSE);
    type("a");
    type("a");
    await vi.advanceTimersByTimeAsync(PAUSE);
    type("a");
    await vi.advanceTimersByTimeAsync(2 * PAUSE);
    expect(sent).toEqual(["a"]);
  });

  it("says what is not saved, tries again by itself, and at once when the line is back", async () => {
    answer = { lost: "You are offline." };
    type("a");
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(said).toBe("Not saved: You are offline. It is tried again.");
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(["a", "a"]);
    answer = "saved";
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect([sent.length, said]).toEqual([3, "Saved at 14:03"]);
    saver.retry();
    await vi.advanceTimersByTimeAsync(2 * PAUSE);
    expect(sent).toHaveLength(3);
  });

  it("waits for the next key press after a refusal", async () => {
    answer = { refused: "Twenty." };
    type("a");
    await vi.advanceTimersByTimeAsync(3 * PAUSE);
    expect([sent, said]).toEqual([["a"], "Not saved: Twenty."]);
    answer = "saved";
    type("ab");
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(sent).toEqual(["a", "ab"]);
  });

  it("sends one at a time, and what was typed meanwhile after it", async () => {
    const first = Promise.withResolvers<SaveResult>();
    answer = first.promise;
    type("a");
    await vi.advanceTimersByTimeAsync(PAUSE);
    type("ab");
    await vi.advanceTimersByTimeAsync(2 * PAUSE);
    expect(sent).toEqual(["a"]);
    answer = "saved";
    first.resolve("saved");
    await vi.advanceTimersByTimeAsync(2 * PAUSE);
    expect(sent).toEqual(["a", "ab"]);
  });

  it("saves at once, changed or not, when it is asked to", async () => {
    await saver.now();
    expect(sent).toEqual(["blank"]);
  });

  it("settles: what is on its way arrives, and nothing follows it", async () => {
    const first = Promise.withResolvers<SaveResult>();
    answer = first.promise;
    type("a");
    await vi.advanceTimersByTimeAsync(PAUSE);
    const settled = vi.fn<() => void>();
    void saver.settle().then(settled);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(settled).not.toHaveBeenCalled();
    first.resolve({ lost: "You are offline." });
    await vi.advanceTimersByTimeAsync(3 * PAUSE);
    expect(settled).toHaveBeenCalled();
    expect(sent).toEqual(["a"]);
  });
});
