import { describe, expect, it } from "vitest";
import { parseEnvironment } from "./environment";

const right = {
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_0123456789",
  SESSION_SECRET: "x".repeat(32),
};

describe("parseEnvironment", () => {
  it("fills in the defaults, and reads an empty variable as unset", () => {
    expect(parseEnvironment({ ...right, PORT: "", APP_URL: "", LOG_LEVEL: "" })).toMatchObject({
      PORT: 3000,
      APP_URL: "http://localhost:3000",
      hasPublicOrigin: false,
      isSecure: false,
      LOG_LEVEL: "info",
    });
  });

  it("takes the public origin as it is", () => {
    expect(parseEnvironment({ ...right, APP_URL: "https://www.example.com/" })).toMatchObject({
      APP_URL: "https://www.example.com",
      hasPublicOrigin: true,
      isSecure: true,
    });
  });

  it("names every problem at once, and no value", () => {
    const parse = () =>
      parseEnvironment({
        PORT: "http",
        APP_URL: "https://a.example/path",
        SUPABASE_URL: "ftp://x",
        SESSION_SECRET: "hush",
        RATE_LIMIT_REDIS_URL: "http://:hush@redis",
      });
    expect(parse).toThrow(
      /PORT[\s\S]*APP_URL[\s\S]*SUPABASE_URL[\s\S]*SUPABASE_PUBLISHABLE_KEY: is not set[\s\S]*SESSION_SECRET[\s\S]*RATE_LIMIT_REDIS_URL/,
    );
    expect(parse).not.toThrow(/hush/);
  });

  it("takes a number to ring with its country code alone", () => {
    expect(parseEnvironment({ ...right, OFFICE_PHONE: "+91 120 555 0100" }).OFFICE_PHONE).toBe("+91 120 555 0100");
    for (const OFFICE_PHONE of ["ring us", "0120 555 0100", "+91<b>", "+0 120 555 0100"]) {
      expect(() => parseEnvironment({ ...right, OFFICE_PHONE })).toThrow("OFFICE_PHONE");
    }
  });

  it("row of checklist 2.4, production without APP_URL: does not start, unless it is for trying", () => {
    const production = { ...right, NODE_ENV: "production" };
    for (const variables of [production, { ...production, APP_URL: "" }, { ...production, BACKEND: "" }]) {
      expect(() => parseEnvironment(variables)).toThrow("APP_URL: is not set");
    }
    expect(parseEnvironment({ ...production, BACKEND: "embedded" })).toMatchObject({ hasPublicOrigin: false });
    expect(parseEnvironment({ ...production, APP_URL: "https://www.example.com" })).toMatchObject({
      hasPublicOrigin: true,
    });
  });
});
