import { Limiter } from "../app/lib/limits/limiter.server.ts";
import { NetworkLimiter, networksOf } from "../app/lib/limits/network-limiter.server.ts";

/** Key for rate limiting: the address, and with a verified session the id of the user. */
export type RateLimitKey = { address: string; person: string | undefined };

/** All signed-in people of one address may do so many times what one of them may: accounts cost nothing to make. */
const OFFICE = 5;

const MINUTE = 60;

/**
 * How often something may be asked for within a minute: by strangers for each address; by people who are signed in for
 * each of them, so that those of one office don't use up each other's, or a visitor's. The networks around an address have a
 * few times as much.
 */
export class RequestLimits {
  readonly #strangers: NetworkLimiter;
  readonly #people: Limiter;
  readonly #offices: NetworkLimiter;

  /** @param name tells its counts from others' */
  constructor(name: string, most: { stranger: number; person: number }) {
    this.#strangers = new NetworkLimiter(name, most.stranger, MINUTE);
    this.#people = new Limiter(`${name} of people`, most.person, MINUTE);
    this.#offices = new NetworkLimiter(`${name} of offices`, most.person * OFFICE, MINUTE);
  }

  /** Lets one more through. @returns seconds to wait when it was one too many, else 0 */
  async take({ address, person }: RateLimitKey): Promise<number> {
    const networks = networksOf(address);
    if (person === undefined) return this.#strangers.take(networks);
    // Somebody who is refused has used up nothing of their colleagues'.
    return (await this.#people.take(person)) || this.#offices.take(networks);
  }
}
