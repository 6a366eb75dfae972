import { company } from "~/content/company";

/** What the pages of applying say, in English. */
export const applyingEn = {
  locale: "en-IN",
  form: {
    /** The page's heading, of a job's title. */
    title: (job: string) => `Apply: ${job}`,
    back: "Back to the job",
    lead: "No account, no CV. Two minutes, then one press in our mail.",
    labels: {
      full_name: "Your name",
      email: "Email",
      phone: "Phone",
      skills: "What you can do",
      city: "Where you live",
      notice_period: "When you can begin",
      employer: "Where you work now",
      said: "Why you, for this job",
    },
    hints: {
      email: "We send one mail there. Your application counts once you press in it.",
      skills: "In your own words, with commas between or one a line: TIG welding, driving, cooking for 50",
      notice_period: "Such as at once, or 30 days",
      employer: "We never show you there.",
      said: "In your own words, up to 2,000 characters. A recruiter reads it, not the company.",
    },
    adult: "I am 18 or older",
    keep: "Keep my details for a year, and write to me when another job fits",
    keepAgain: "(Our mail asks you to tick it there, too: only who reads it can say so.)",
    send: "Apply Now",
    /** Takes the address that was meant. */
    use: (address: string) => `Use ${address}`,
    sending: "Sending...",
    consent: {
      before: "By applying you agree that our recruiters read this to answer you, as described in our",
      label: "privacy notice",
      path: "/privacy-policy#notice-application",
      after: ". No company sees you before your own yes, and nobody pays us for a job.",
    },
    mistakes: {
      full_name: "Enter your name",
      email: "Enter an email address, like name@example.com",
      skills: "Enter what you can do, such as TIG welding",
      /** Of an address that looks like a slip. */
      meant: (address: string) => `Did you mean ${address}? If yours is right as it stands, press “Apply Now” again`,
      adult: "You can apply if you are 18 or older: tick that you are. Of anyone younger we keep nothing",
    },
    /** Where the job has closed since the page was opened. */
    closedTitle: "This job has closed",
    closed: "It closed while you were writing. Nothing was sent. Your own words, to copy for another job:",
    others: "See all open jobs",
    failed: "Not sent",
    failedText: "Something on our side did not work. Nothing was lost: please send it again.",
  },
  sent: {
    title: "One press is left",
    mail: "Look for our mail at",
    press: "Open it and press the button. Only then do we have your application.",
    /** Also in sight: who applies for several jobs in an evening waits for a mail that does not come. */
    third:
      "Applied for other jobs today? An address gets two such mails a day. Press in either: it lists this one too.",
    within: "The link in it works for 48 hours. Without the press we delete everything you sent.",
    /** This page never tells whether somebody has pressed: whoever has sent the form need not have the mailbox. */
    pressed: "Have you pressed? Then we have it, and your own page says how it stands.",
    heldTitle: "Two presses are left",
    /** What is left where no mail has gone: to have it sent, and to press in it. */
    held: {
      mailTitle: "Have our mail sent",
      mail: "No mail has gone yet. Many people can share one network, and programs send forms as well: press, and it goes to",
      later: "If it is refused, too many forms have come from your network: press again in an hour.",
      pressTitle: "Press the button in it",
    },
    sendMail: "Send Me the Mail",
    cardTitle: "What the company would see",
    confidential: "We tell you who the company is before it sees this card, and you decide then.",
    /** Where the company is named. */
    ask: (name: string) =>
      `If you tick the box on the page of our mail, ${name} may see this card, and when you applied, once we put you forward: within hours, not days.`,
    allow: "Remind Me to Tick It",
    allowHint: "No one sees the card by this. Only the tick on the page of our mail counts.",
    allowed: (name: string) =>
      `The page of our mail will remind you: if you tick the box there, ${name} may see this card, and when you applied, once we put you forward.`,
    takeBack: "Take It Back",
    takeBackHint: "We then ask you before anyone sees it.",
    saving: "Saving...",
    noMailTitle: "No mail after ten minutes?",
    noMail: [
      "Look into the folder for spam.",
      "An address gets at most two such mails a day, and none for a day once someone there has said “This is not me”. If you have had two, press in either: it lists everything that waits for you.",
      "When very many people apply at once, a mail can take some hours.",
    ],
    again: "Send It Again",
    againHint: "The same mail, with the same link, every ten minutes at most.",
    wrong: "Wrong address?",
    wrongLink: "Apply with the right one",
    askedTitle: "Asked for",
    asked: (from: string) =>
      `It goes in turn, if the address has not had two such mails today and no one there has said “This is not me”. You can ask again from ${from} on.`,
    askedBefore: "Asked for already",
    askedAt: (at: string, from: string) =>
      `The mail was asked for at ${at}. You can ask again from ${from} on; none goes if the address has had two today.`,
    overTitle: "This page is over",
    over: "If you have pressed in our mail, we have your application. If no mail came, apply again.",
  },
  again: {
    title: (job: string) => `Apply again: ${job}`,
    lead: "All that you typed is here. Change what is wrong, and send it once more.",
    over: "This page is over, or the job has closed.",
  },
  /** Of a company without an account. */
  byMail:
    "The company has no account with us: your card would go to them by mail or on paper. What they then have, we can't take back.",
  confirm: {
    documentTitle: "Your application",
    title: "Send this application?",
    job: (title: string, place: string) => `${title}, ${place}`,
    sentAs: "Sent in the name of",
    reach: "We reach you at",
    and: "and",
    noPhone: "No phone number was given.",
    nothingYet: "Nothing is decided yet: we have it once you press.",
    wrong: "Something wrong? Press all the same: the next page leads to your own, where you correct it.",
    show: (name: string) => `${name} may see this card, and when I applied, if you put me forward`,
    showHint: "Without the tick we ask you first.",
    tickAgain: "You ticked it when you applied. Tick it here, too: only this one counts.",
    reminded: "You asked us to remind you. Without the tick we ask you first.",
    press: "Yes, Send My Application",
    pressing: "Sending...",
    notMe: "This is not me",
    doneTitle: "We have your application",
    answerBy: "You have our answer by",
    inProcess: "How it stands, your own page says.",
    reads: "A recruiter reads it, and you hear from us also if it is a no.",
    ownPage: "Open My Page",
    ownPageHint: "See, correct or delete what we keep about you.",
    closedTitle: "This job has closed",
    closed: "It closed before you pressed, so nothing was sent. What you typed is deleted within two days.",
    overTitle: "This application is over",
    over: "It was sent with another address instead, or you told us that it is not you. What waits for your press stands below.",
    othersTitle: "Also waiting for your press",
    unknownTitle: "This link is over",
    unknown:
      "It has been used up, is older than 48 hours, or we never sent it. Nothing is kept of what was not confirmed.",
    jobs: "See all open jobs",
  },
  notMe: {
    title: "Is this not you?",
    text: "Then someone gave your address by mistake. We delete this application within the hour, and for a day we send you no mail about another. Nothing else about you changes.",
    press: "This Is Not Me",
    pressing: "Deleting...",
    pressHint: "Its link ends at once.",
    back: "No, Go Back",
    backHint: "Nothing changes.",
    done: "This application is over",
    doneText: `Within the hour ${company.name} keeps nothing of it.`,
  },
  refused: {
    advert_closed: "This job has closed. Nothing was sent.",
    advert_not_found: "This job is not there any more.",
    card_changed: "The card has changed since you opened this page. Nothing was sent: read the new card first.",
    company_not_named: "The company no longer shows its name here. We ask you before anyone sees your card.",
    too_many_applications:
      "You have applied for five jobs today. Press in this mail again tomorrow: it works for 48 hours.",
    too_many_from_network: "Too many forms have come from your network within the hour. Please try again in an hour.",
    erasure_wanted:
      "You asked us to delete everything about you. Undo that by your own link first, or apply once it is done.",
    too_many_never: "Your list of companies that must not see you is full. Take one off on your page first.",
    application_replaced:
      "You sent these very words before, and then applied with another address: our mail is there. Is the address below the right one after all? Send it once more, and press in the mail that comes to it.",
    link_unknown: "This link no longer works.",
  } as Readonly<Record<string, string>>,
};
