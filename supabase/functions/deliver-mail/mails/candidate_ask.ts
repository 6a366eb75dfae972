import { z } from "zod";
import { candidatePath, greeting, signature, writer } from "../candidates.ts";
import { defineMail, moment } from "../letter.ts";
import { named, SITE_NAME, titled } from "../names.ts";
import { dayOf } from "../outlook.ts";

/** Of a job what its candidate may know before they decide: words of our own lists, and skills as its company calls them. */
const jobFacts = z.object({
  work: z.string().max(200),
  skills: z.array(z.string()).max(5),
  /** In a year, or as its unit says, where candidates are told; said by the month where it is told so. */
  pay: z
    .object({
      from: z.number().nullable(),
      to: z.number().nullable(),
      currency: z.string(),
      unit: z.enum(["hour", "day"]).optional(),
      told_for: z.enum(["hour", "day", "month", "year"]).optional(),
    })
    .nullish(),
});

const NOT_YOU = "Is this not you? Say so on the page, and we stop writing to this address.";

/** What it pays, by the month where the page says it so first. */
function payWords(pay: z.infer<typeof jobFacts>["pay"]): string {
  if (!pay) return "not stated";
  const { currency, unit = "year", told_for } = pay;
  const isMonthly = unit === "year" && told_for === "month";
  const told = (yearly: number | null) => (isMonthly && yearly !== null ? yearly / 12 : yearly);
  const [from, to] = [told(pay.from), told(pay.to)];
  const each = unit === "hour" ? "an hour" : `a ${isMonthly ? "month" : unit}`;
  const format = new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  if (from !== null && to !== null && from !== to) return `${format.format(from)} to ${format.format(to)} ${each}`;
  const bound = from === to ? "" : from === null ? "up to " : "from ";
  return `${bound}${format.format((from ?? to)!)} ${each}`;
}

/** What the job is, asks for and pays, a line each. */
function jobLines({ work, skills, pay }: z.infer<typeof jobFacts>): string {
  const asked = skills.length > 0 && `Asks for: ${skills.map(titled).join(", ")}`;
  return [`Work: ${work}`, asked, `Pay: ${payWords(pay)}`].filter(Boolean).join("\n");
}

/** What an applicant knows the job by. */
const applied = z.object({ title: z.string(), at: moment, was_confidential: z.boolean() });

type ProposalProps = { job: string; at: string; where: string; applied: z.infer<typeof applied> | undefined };

/** What a question about showing begins with: that they have applied, and whose job it was that had no name, or what we suggest. */
function proposalWords({ job, at, where, applied: known }: ProposalProps): string[] {
  if (!known) return [`I would like to suggest you for “${job}”${where ? ` at ${where}` : ""}.`];
  const words = `You applied with us for “${titled(known.title)}” on ${dayOf(known.at)}, and I would like to put you forward.`;
  if (!known.was_confidential || at === "") return [`${words}${where ? ` The job is at ${where}.` : ""}`];
  return [words, `Our advert could not name the company. Now I can: it is ${where}.`];
}

/** What a candidate is asked: may we keep them, or show them to a company? */
export const candidateAsk = defineMail(
  {
    ...writer,
    purpose: z.enum(["keep", "show"]),
    basis: z.enum(["consent", "legitimate_interest"]),
    /** Of a question about showing: which job, where, and at which company. */
    job_title: z.string().optional(),
    location: z.string().optional(),
    company: z.string().optional(),
    about: jobFacts.optional(),
    /** Of a job that they have applied for. */
    applied: applied.optional(),
    /** What the recruiter says beside it. */
    asker_words: z.string().max(300).optional(),
    /** The company has no account: the card would go by mail or on paper. */
    is_by_mail: z.boolean().optional(),
    token: z.string(),
    /** Was the same asked before, and nothing said? */
    is_reminder: z.boolean().optional(),
  },
  (content) => {
    const { purpose, basis, first_name, job_title, location, company, about, recruiter, reply_to, token } = content;
    const { asker_words, is_reminder } = content;
    const once = is_reminder === true ? "A reminder: " : "";
    const job = titled(job_title ?? "a job");
    const at = named(company ?? "");
    const where = [at, location && titled(location)].filter(Boolean).join(", ");
    const subject = content.applied
      ? `Your application for ${titled(content.applied.title)}: may we show you to the company?`
      : "May we show you to a company?";
    return {
      subject: `${once}${purpose === "show" ? subject : "May we keep your details?"}`,
      heading: null,
      paragraphs:
        purpose === "show"
          ? [
              greeting(first_name),
              ...(asker_words === undefined ? [] : [asker_words]),
              ...proposalWords({ job, at, where, applied: content.applied }),
              ...(about ? [jobLines(about)] : []),
              ...(content.is_by_mail
                ? [
                    "The company has no account with us: your card would go to them by mail or on paper. What they then have, we can't take back.",
                  ]
                : []),
              "I show nothing about you until you agree. The page below shows exactly what the company would read. There you say yes or no. If they then want to meet you, they also get your name and contact details. If you do nothing, that is a no.",
              signature(recruiter),
            ]
          : [
              greeting(first_name),
              `I would like to keep your details at ${SITE_NAME}, so that I can tell you of jobs that suit you.`,
              basis === "consent"
                ? "We keep them if you say yes. No company sees anything about you until you agree to that job."
                : "You may object at any time. No company sees anything about you until you agree to that job.",
              signature(recruiter),
            ],
      button: { label: "Say yes or no", path: candidatePath(token) },
      notes: [
        "Opening the page decides nothing. There you can also see, correct or delete everything we keep about you.",
        NOT_YOU,
      ],
      replyTo: reply_to,
      isPersonal: true,
    };
  },
);
