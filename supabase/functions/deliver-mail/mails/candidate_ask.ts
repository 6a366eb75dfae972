import { z } from "zod";
import { candidatePath, greeting, signature, writer } from "../candidates.ts";
import { defineMail } from "../letter.ts";
import { named, SITE_NAME, titled } from "../names.ts";

/** Of a job what its candidate may know before they decide: words of our own lists, and skills as its company calls them. */
const jobFacts = z.object({ work: z.string().max(200), skills: z.array(z.string()).max(5) });

const NOT_YOU = "Is this not you? Say so on the page, and no mail comes to this address again.";

/** What the job is and asks for, in a sentence. */
function jobSentence({ work, skills }: z.infer<typeof jobFacts>): string {
  return `About the job: ${[work, skills.length > 0 && `with ${skills.map(titled).join(", ")}`].filter(Boolean).join("; ")}.`;
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
    token: z.string(),
  },
  (content) => {
    const { purpose, basis, first_name, job_title, location, company, about, recruiter, reply_to, token } = content;
    const job = titled(job_title ?? "a job");
    const where = [named(company ?? ""), location && titled(location)].filter(Boolean).join(", ");
    return {
      subject: purpose === "show" ? "May we show you to a company?" : "May we keep your details?",
      heading: null,
      paragraphs:
        purpose === "show"
          ? [
              greeting(first_name),
              [
                `I would like to suggest you for “${job}”${where ? ` at ${where}` : ""}.`,
                ...(about ? [jobSentence(about)] : []),
              ].join(" "),
              "I show nothing of you before you have agreed. On the page below you see exactly what the company would read, and say yes or no. If it then wants to meet you, it also gets your name and how to reach you. If you do nothing, that is a no.",
              signature(recruiter),
            ]
          : [
              greeting(first_name),
              `I would like to keep your details at ${SITE_NAME}, so that I can tell you of jobs that suit you.`,
              basis === "consent"
                ? "We keep them if you say yes. No company sees anything of you before you have agreed to that very job."
                : "You may object at any time. No company sees anything of you before you have agreed to that very job.",
              signature(recruiter),
            ],
      button: { label: "Say yes or no", path: candidatePath(token) },
      notes: [
        "Opening the page decides nothing. There you can also see, correct or delete all that we have of you.",
        NOT_YOU,
      ],
      replyTo: reply_to,
      isPersonal: true,
    };
  },
);
