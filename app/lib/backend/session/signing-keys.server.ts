import { z } from "zod";
import { ask, SingleFlight, toResponse, type FetchedResponse } from "./single-flight.server";

/** Where the authentication service publishes the keys that its sessions are verified with. */
const PATH = "/auth/v1/.well-known/jwks.json";

/**
 * How long they stand, in milliseconds, for whoever names a key that is not among them: such a name can be made up, and
 * must not have the service asked each time. The library keeps keys that it knows for ten minutes.
 */
const STANDS = 30_000;

const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

const singleFlight = new SingleFlight();

/** Is this a question for the signing keys? */
export function isForKeys(pathname: string): boolean {
  return pathname === PATH;
}

async function askForKeys(...question: Parameters<typeof fetch>): Promise<FetchedResponse> {
  const response = await ask(...question);
  const isList =
    response.status === 200 && keysSchema.safeParse(JSON.parse(new TextDecoder().decode(response.body))).success;
  // Without keys nothing can be said about anybody's session: to the library this is no answer, and not "signed out".
  if (!isList) throw new Error("The service is not available");
  return response;
}

/**
 * `fetch` for the signing keys: asked for once, however many want them, and not again before they have stood a while.
 * Keys that could not be had are asked for anew by the next request.
 *
 * @throws Error when they can't be had
 */
export const fetchKeys: typeof fetch = async (input, init) => {
  const response = await singleFlight.get(
    "keys",
    () => askForKeys(input, init),
    () => STANDS,
  );
  return toResponse(response);
};
