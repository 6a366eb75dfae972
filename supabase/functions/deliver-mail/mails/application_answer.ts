import { z } from "zod";
import { candidatePath, greeting, isGreeted, signature, writer } from "../candidates.ts";
import { defineMail, type ListItem } from "../letter.ts";
import { named, SITE_NAME, titled } from "../names.ts";

const facts = {
  ...writer,
  outcome: z.enum(["taken_on", "turned_down"]),
  /** How far whoever is taken on has come by now. */
  next: z.enum(["draft", "asked", "agreed", "shown", "sent"]).optional(),
  /** None, once the job has been deleted with its company. */
  job_title: z.string().optional(),
  /** Of a confidential advert there is none. */
  company: z.string().optional(),
  /** What the team has written to them; the words below, where it has written none. */
  words: z.string().optional(),
  /** Why the job is over, where that ended it and nobody decided about them. */
  reason: z.enum(["taken_down", "filled", "closed"]).optional(),
  /** Do we keep them beyond this job: have they agreed, were they known before, or are they in process elsewhere? */
  is_kept: z.boolean(),
  /** Jobs that are open and like theirs; an older database tells none. */
  jobs: z.array(z.object({ title: z.string(), place: z.string(), slug: z.string() })).optional(),
  token: z.string(),
};

type Answer = z.infer<z.ZodObject<typeof facts>>;

/** Whose name a mail ends with: words that somebody has signed already are not signed twice. */
function signer({ recruiter, words }: Answer): Answer["recruiter"] {
  const last = words?.trimEnd().split("\n").at(-1)?.trim();
  return recruiter && last === recruiter.name.trim() ? { ...recruiter, name: "" } : recruiter;
}

/** What comes next for whoever is taken on. */
function nextWords({ next = "draft", company, recruiter }: Answer): string {
  const they = company === undefined ? "the company" : named(company);
  const [we, me] = recruiter ? ["I", "me"] : ["We", "us"];
  switch (next) {
    case "draft":
      return `${we} will now write a card with what ${they} would see about you, and ask for your yes by mail. They see nothing before you agree.`;
    case "asked":
      return `In another mail ${recruiter ? "I have" : "we have"} asked for your yes to the card that ${they} would see. Please answer it: they see nothing before you agree.`;
    case "agreed":
      return `You agreed to show ${they} your card, and that is the next thing we do. You will hear from ${me} when they can see it.`;
    case "shown":
      return `As you agreed, ${they} can see your card now. Your page shows whether they have opened it, and what they answer.`;
    case "sent":
      return `As you agreed, your card has gone to ${they} by mail or on paper. Your page shows what they answer.`;
  }
}

/** What of a job is so that is over. */
const REASONS = {
  taken_down: "the company has closed this job",
  filled: "the job is filled now",
  closed: "the job is closed now",
};

function answerWords(content: Answer): string[] {
  const { outcome, job_title, company, words, reason, recruiter } = content;
  const at = company === undefined ? "" : ` at ${named(company)}`;
  const job = job_title === undefined ? "a job" : `“${titled(job_title)}”${at}`;
  const we = recruiter ? "I" : "we";
  if (outcome === "taken_on") {
    return [
      `Good news: you applied for ${job}, and ${we} would like to put you forward.`,
      nextWords(content),
      "It costs you nothing: no one pays us for a job.",
    ];
  }
  if (words !== undefined) return words.split(/\n{2,}/);
  if (job_title === undefined) return ["Thank you for applying with us. We are sorry: the job is no longer open."];
  if (reason !== undefined) {
    return [
      `Thank you for applying for ${job}. ${recruiter ? "I am" : "We are"} sorry: ${REASONS[reason]}.`,
      "That says nothing about your work. Please apply again when another job fits.",
    ];
  }
  return [
    `Thank you for applying for ${job}. ${recruiter ? "I am" : "We are"} sorry: you are not going further with this job.`,
    "For each job only a few people can go on, and this is no judgement of your work. Please apply again when another job fits.",
  ];
}

/** What else is open, and at the end all of it. */
function jobItems(jobs: NonNullable<Answer["jobs"]>): ListItem[] {
  const items = jobs.map(({ title, place, slug }) => ({
    text: `${titled(title)}, ${titled(place)}`,
    path: `/jobs/${encodeURIComponent(slug)}`,
  }));
  return [...items, { text: "All jobs that are open now", path: "/jobs" }];
}

/** The answer to an application: that they are taken on, and what comes next, or that they are not, from a person. */
export const applicationAnswer = defineMail(facts, (content) => {
  const { outcome, next, first_name, job_title, reply_to, token, is_kept, jobs = [] } = content;
  const words = answerWords(content);
  const isOver = outcome === "turned_down";
  return {
    subject: `${isOver ? "Our answer to your application" : "Good news about your application"}${job_title === undefined ? "" : ` for ${titled(job_title)}`}, ${SITE_NAME}`,
    heading: null,
    paragraphs: [...(isGreeted(words[0] ?? "") ? [] : [greeting(first_name)]), ...words, signature(signer(content))],
    // A list of one would be none: their page has the way to all jobs.
    ...(isOver && jobs.length > 0 && { lists: [{ heading: "Jobs like it", items: jobItems(jobs) }] }),
    button: { label: "Open your page", path: candidatePath(token) },
    notes: [
      isOver && !is_kept
        ? "We delete what you sent us 30 days from now. Your page shows all of it, and you can delete it there at once."
        : next === "shown"
          ? "You can withdraw on your page at any time. From then on the company sees nothing about you."
          : next === "sent"
            ? "You can withdraw on your page at any time. We then ask the company to delete your card."
            : "Your page shows all that we keep about you. You can correct or delete it there at any time.",
    ],
    replyTo: reply_to,
    isPersonal: true,
  };
});
