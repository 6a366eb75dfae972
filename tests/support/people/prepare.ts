import { beforeAll, beforeEach } from "vitest";

/**
 * Makes what the tests of a group work with, before the first of them.
 *
 * @returns it, which has its fields once the tests run: they are not to be taken out of it before
 */
export function prepare<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => void Object.assign(made, await make()));
  return made;
}

/** As `prepare`, but anew before each test. */
export function prepareEach<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeEach(async () => void Object.assign(made, await make()));
  return made;
}
