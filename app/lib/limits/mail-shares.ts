/** What a mail is for. */
export const PURPOSES = ["recovery", "other"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The part of the hour's mails that is kept for recovery: nobody's sign-ups shut out who has lost a password. */
const RECOVERY_PART = 0.25;
/** What one network may use of the budget of a purpose. */
const NETWORK_PART = 0.1;
/** What is kept beside the budget for networks that have asked for nothing in this hour, as a part of it. */
const NEWCOMERS_PART = 1 / 6;

/** How many mails of a purpose there are in an hour, for each of these. */
export type MailShares = { address: number; person: number; network: number; everybody: number; newcomers: number };

function part(of: number, share: number): number {
  return Math.max(1, Math.floor(of * share));
}

/**
 * Divides the mails of an hour: everybody's and the newcomers' are what may be sent at the most, in sum.
 *
 * @param posts as one address may send in a minute
 */
export function mailShares(mailsPerHour: number, posts: number): Record<Purpose, MailShares> {
  const newcomers = part(mailsPerHour, NEWCOMERS_PART);
  const recoveries = part(mailsPerHour, RECOVERY_PART);
  const newRecoveries = part(newcomers, RECOVERY_PART);
  const sharesOf = (everybody: number, kept: number): MailShares => {
    const network = Math.min(posts * 6, part(everybody, NETWORK_PART));
    return {
      address: Math.min(posts, network),
      person: Math.min(posts * 5, network),
      network,
      everybody,
      newcomers: kept,
    };
  };
  return {
    recovery: sharesOf(recoveries, newRecoveries),
    other: sharesOf(mailsPerHour - recoveries, Math.max(1, newcomers - newRecoveries)),
  };
}
