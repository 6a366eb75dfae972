/** A cookie this site sets: `*` stands for what differs from one to the next. Its lifetime is in seconds. */
type Cookie = { name: string; purpose: string; lifetime: { text: string; seconds: number } };

const month = { text: "30 days", seconds: 30 * 24 * 60 * 60 };
const hour = { text: "one hour", seconds: 60 * 60 };
const halfHour = { text: "half an hour", seconds: 30 * 60 };
const minute = { text: "one minute", seconds: 60 };

/**
 * Every cookie, as a test finds them set in all flows. With https each name begins with `__Host-` where the cookie is
 * for the whole site; `account` is for its pages, and signed. A long one comes in pieces, numbered after a dot.
 */
export const cookies: readonly Cookie[] = [
  { name: "session", purpose: "keeps you signed in to the client portal", lifetime: month },
  { name: "toast", purpose: "carries a message, such as that your form was sent, to the next page", lifetime: minute },
  {
    name: "kept",
    purpose: "notes that a page with a form was kept here for going back, until it is forgotten after you sign out",
    lifetime: month,
  },
  {
    name: "account",
    purpose:
      "carries the address you typed, where you were going, and that a link has proved your mailbox, from one sign-in page to the next",
    lifetime: hour,
  },
  {
    name: "session-code-verifier",
    purpose: "makes sure that a sign-in or a mail asked for in this browser is finished in it",
    lifetime: hour,
  },
  { name: "session-flows-code-verifier", purpose: "lists which of these are under way", lifetime: hour },
  {
    name: "session-flow-*-code-verifier",
    purpose: "does the same for one of these",
    lifetime: hour,
  },
  { name: "candidate", purpose: "keeps a candidate's own page open", lifetime: halfHour },
];
