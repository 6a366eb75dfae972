const ENDED = {
  taken_down: "the company has closed this job",
  filled: "the job is filled now",
  closed: "the job is closed now",
} as const;

/** What a candidate's own page says of what they have applied for, in English. */
export const own = {
  title: (count: number) => (count === 1 ? "Your application" : "Your applications"),
  states: {
    applied: "We have it",
    takenOn: "We put you forward",
    turnedDown: "Not this time",
    withdrawn: "You withdrew it",
    over: "Closed",
  },
  confidential: "At a company that has not told its name yet",
  at: (company: string) => `At ${company}`,
  applied: "You applied on",
  answerBy: "You have our answer by",
  late: "We promised an answer by",
  lateEnd: ". It is late, and we are sorry: please write to us or ring.",
  takenOn:
    "We would like to put you forward. We ask for your yes first, by mail, to the very card that the company would see.",
  /** The words of the mail that turns somebody down, where the team has written none of its own. */
  turnedDown: [
    "Thank you for applying. We are sorry: you are not going further with this job.",
    "For each job only a few people can go on, and this is no judgement of your work. Please apply again when another job fits.",
  ],
  /** The same of a job that was over before anybody had decided. */
  ended: (reason: "taken_down" | "filled" | "closed") => [
    `Thank you for applying. We are sorry: ${ENDED[reason]}.`,
    "That says nothing about your work. Please apply again when another job fits.",
  ],
  answered: "Our answer,",
  withdrawn: "You withdrew it on",
  withdrawnEnd: ". We do nothing more with it.",
  again: "Apply again",
  over: "This application is closed. The company saw nothing about you.",
  /** Where what they agreed to is another card than the one that we would show now. */
  askedAnew: (company: string) =>
    `You said that we may show ${company} the card of your application. What we have about you makes another card now, so we ask you once more before anyone sees it.`,
  mayShow: (company: string) =>
    `If we put you forward, we may show ${company} the card you saw when you applied. If you change your details, we ask you again.`,
  askFirst: "Ask Me First",
  askFirstDoes: "Takes that back: we ask you before anyone sees it.",
  said: "What you wrote",
  readJob: "Read the job",
  withdraw: "Withdraw",
  /** While they wait for an answer, and the job is not public any more. */
  noMore: "The job takes no more applications.",
  withdrawDoes: "We do nothing more with it.",
  withdrawAgain: "We do nothing more with it. You can apply again while the job is open.",
  recruiter: "Your recruiter:",
  otherJobs: "See all jobs",
  forgotten: "Unless you agree, we delete everything about you on",
} as const;
