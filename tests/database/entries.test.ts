import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signUpSchema } from "~/features/accounts/schema";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { accepted, describeEntries, profile } from "../suites/entries.ts";
import type { World } from "../suites/world.ts";
import { connect, freshEmail } from "../support/people/people.ts";

let world: World;
beforeAll(async () => {
  world = await startEmbeddedWorld();
});
afterAll(() => world.close());

describeEntries(() => world);

it("A18: a client may become whatever the sign-up's schema accepts: authentication keeps it as it is", async () => {
  await fc.assert(
    fc.asyncProperty(profile, async (entry) => {
      const [person] = accepted(signUpSchema, [{ ...entry, email: freshEmail(), password: "long enough" }]);
      if (!person) return;
      const { email: address, password, ...metadata } = person;
      const api = connect(world.url, world.publishableKey);
      const { data, error } = await api.auth.signUp({ email: address, password, options: { data: metadata } });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject(metadata);
    }),
    { numRuns: 25 },
  );
});
