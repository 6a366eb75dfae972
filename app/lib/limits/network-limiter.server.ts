import { Limiter } from "./limiter.server.ts";

/** A network that an address is in, and how many times the points of one visitor it has. */
export type Network = { network: string; times: 1 | 2 | 4 };

/**
 * The networks of a visitor, from theirs to the widest that one customer is given (docs/decisions/forms-and-limits.md): of
 * IPv6 the /64, its /56 and its /48; of IPv4 the address and its /24.
 *
 * @param address as the server counts it: IPv4, or an IPv6 /64
 */
export function networksOf(address: string): Network[] {
  const own = { network: address, times: 1 } as const;
  if (!address.includes(":")) {
    return [own, { network: `${address.split(".").slice(0, 3).join(".")}.0/24`, times: 4 }];
  }
  const groups = address.split(":").slice(0, 4);
  const site = groups.slice(0, 3).join(":");
  const subnets = (Number.parseInt(groups[3] ?? "0", 16) & 0xff00).toString(16);
  return [own, { network: `${site}:${subnets}::/56`, times: 2 }, { network: `${site}::/48`, times: 4 }];
}

/**
 * So many points a visitor may use up within a time, and all who are in one network with them a few times as many. Counted
 * from the nearest network to the widest; who is refused has used up nothing, least of all of their neighbours'.
 */
export class NetworkLimiter {
  readonly #limiters: Record<Network["times"], Limiter>;

  /**
   * @param name tells its keys from others'
   * @param points of one visitor
   * @param duration in seconds
   */
  constructor(name: string, points: number, duration: number) {
    this.#limiters = {
      1: new Limiter(name, points, duration),
      2: new Limiter(`${name} of households`, points * 2, duration),
      4: new Limiter(`${name} of networks`, points * 4, duration),
    };
  }

  /**
   * Takes a point of each network in turn; where one has none left, gives back those before it.
   *
   * @param about what else the points are of: an account, say
   * @returns seconds to wait when one had none left, else 0
   */
  async take(networks: readonly Network[], about = ""): Promise<number> {
    for (const [index, { network, times }] of networks.entries()) {
      const seconds = await this.#limiters[times].take(`${network}${about}`);
      if (seconds === 0) continue;
      await this.giveBack(networks.slice(0, index), about);
      return seconds;
    }
    return 0;
  }

  /** Tells without taking anything. @returns seconds to wait when one of the networks has no point left, else 0 */
  async wait(networks: readonly Network[]): Promise<number> {
    return Math.max(...(await Promise.all(networks.map(({ network, times }) => this.#limiters[times].wait(network)))));
  }

  /** Gives back what was taken. */
  async giveBack(networks: readonly Network[], about = ""): Promise<void> {
    await Promise.all(networks.map(({ network, times }) => this.#limiters[times].giveBack(`${network}${about}`)));
  }

  /** Notes what is over: a network has all its points again. */
  forget({ network, times }: Network, about = ""): Promise<void> {
    return this.#limiters[times].forget(`${network}${about}`);
  }
}
