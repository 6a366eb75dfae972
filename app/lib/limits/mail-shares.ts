/**
 * What a mail is for, and so who can have it sent: strangers a lost password's, a sign-up's and the link to a candidate's page;
 * owners of companies an invitation; who holds a candidate's link a code; the team a reply.
 */
export const PURPOSES = ["recovery", "sign-up", "link", "invitation", "code", "reply"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** How many mails of a purpose there are in an hour, for each of these; undefined where that is not counted here. */
export type MailShares = {
  /** An address, or somebody signed in, or who holds a link. */
  sender?: number;
  network?: number;
  everybody?: number;
  newcomers?: number;
};

/** What each may use of the hour's mails, in hundredths, so that nobody's shut out those of another purpose. */
const PARTS = { recovery: 25, "sign-up": 25, invitation: 17, code: 15, reply: 18 } as const;
/** What one network may use of the budget of strangers' mails. */
const NETWORK_PART = 10;
/** What is kept beside the budget for networks that have asked for nothing in this hour, as a part of it: a quarter of it for recovery. */
const NEWCOMERS_PART = 1 / 6;

function part(of: number, hundredths: number): number {
  return Math.max(1, Math.floor((of * hundredths) / 100));
}

/**
 * Divides the mails of an hour: everybody's and the newcomers' are what may be sent at the most, in sum. Those with a link to
 * a candidate's page the database counts, which knows the addresses to which one goes.
 *
 * @param posts as one address may send in a minute
 */
export function mailShares(mailsPerHour: number, posts: number): Record<Purpose, MailShares> {
  const everybody = (purpose: keyof typeof PARTS) => part(mailsPerHour, PARTS[purpose]);
  const newcomers = Math.max(1, Math.floor(mailsPerHour * NEWCOMERS_PART));
  const newRecoveries = part(newcomers, PARTS.recovery);
  const strangers = (purpose: "recovery" | "sign-up", kept: number): MailShares => {
    const network = Math.min(posts * 6, part(everybody(purpose), NETWORK_PART));
    return { sender: Math.min(posts, network), network, everybody: everybody(purpose), newcomers: kept };
  };
  const people = (purpose: "invitation" | "reply"): MailShares => ({
    sender: Math.min(posts * 5, everybody(purpose)),
    everybody: everybody(purpose),
  });
  return {
    recovery: strangers("recovery", newRecoveries),
    "sign-up": strangers("sign-up", Math.max(1, newcomers - newRecoveries)),
    link: { sender: posts, network: posts * 6 },
    invitation: people("invitation"),
    // Of one candidate's link at once; the database counts those that it makes.
    code: { sender: Math.min(posts, everybody("code")), everybody: everybody("code") },
    reply: people("reply"),
  };
}
