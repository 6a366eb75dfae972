import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "../app/lib/observe/log.server.ts";
import { serve, type SmallServer } from "../tests/support/http/http.ts";
import { ReadinessWatch } from "./health.ts";

const SCHEMA = "20260101000000";
const READY = { status: "ready" };

let backend: SmallServer;
/** What the backend answers, by a clock that is so many seconds ahead, and how often it was asked. */
let answer: [status: number, body: string];
let [clock, asked] = [0, 0];

beforeEach(async () => {
  [clock, asked, answer] = [0, 0, [200, JSON.stringify(SCHEMA)]];
  backend = await serve((_, response) => {
    asked += 1;
    const [status, body] = answer;
    response.writeHead(status, { Date: new Date(Date.now() + clock * 1000).toUTCString() }).end(body);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  backend.stop();
});

const watchBackend = () => new ReadinessWatch({ url: backend.url, key: "k" }, SCHEMA);

describe("a site is ready as its backend is", () => {
  it.each([
    [200, JSON.stringify(SCHEMA), undefined],
    [200, '"20200101000000"', "migrations are missing"],
    [200, '"99990101000000"', undefined],
    [404, '{"code":"PGRST202"}', "migrations are missing"],
    [500, "{}", "the backend answered 500"],
    [200, '{"unexpected":true}', "migrations are missing"],
    [401, "{}", "the backend answered 401"],
    [200, "<html>", "the backend answered something else"],
  ])("which answers %i with %s", async (status, body, reason) => {
    answer = [status, body];
    expect(await watchBackend().readiness()).toEqual(reason === undefined ? READY : { status: "unavailable", reason });
  });

  it("and not when that can't be reached, or says nothing", async () => {
    const [silent, timeout] = [watchBackend(), vi.spyOn(AbortSignal, "timeout")];
    timeout.mockReturnValue(AbortSignal.abort(new DOMException("late", "TimeoutError")));
    expect(await silent.readiness()).toEqual({ status: "unavailable", reason: "the backend gives no answer" });
    // As long as a form is waited for.
    expect(timeout).toHaveBeenCalledWith(7_000);
    timeout.mockRestore();
    const away = watchBackend();
    backend.stop();
    const reason: unknown = expect.stringContaining("the backend can't be reached: ");
    expect(await away.readiness()).toMatchObject({ status: "unavailable", reason });
  });
});

describe("as time passes", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("the backend is asked once a second, however many ask", async () => {
    const watch = watchBackend();
    const all = await Promise.all(Array.from({ length: 20 }, () => watch.readiness()));
    expect(new Set(all)).toEqual(new Set([READY]));
    expect(asked).toBe(1);
    vi.advanceTimersByTime(900);
    await watch.readiness();
    expect(asked).toBe(1);
    vi.advanceTimersByTime(100);
    await watch.readiness();
    expect(asked).toBe(2);
  });

  it.each([3600, -3600])("it is said once that the site's clock is %i s ahead", async (ahead) => {
    const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
    clock = -ahead;
    const watch = watchBackend();
    for (let time = 1; time <= 2; time += 1) {
      await watch.readiness();
      expect(asked).toBe(time);
      expect(Math.abs(watch.clockOffset - ahead)).toBeLessThan(60);
      expect(warn).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(1_000);
    }
  });
});
