import { z } from "zod";
import { candidatePath, greeting, signature, writer } from "../candidates.ts";
import { defineMail } from "../letter.ts";
import { named, titled } from "../names.ts";

const facts = {
  ...writer,
  /** They were shown, a company has words for them, or wants to meet them. */
  kind: z.enum(["shown", "words", "interview"]),
  job_title: z.string(),
  company: z.string(),
  token: z.string(),
};

type News = z.infer<z.ZodObject<typeof facts>>;

const SUBJECTS = {
  shown: "A company sees your card now",
  words: "A company has written for you",
  interview: "A company would like to meet you",
};

/** What there is to tell, in the recruiter's words. @param office the office's number, for where the recruiter has told none */
function newsWords({ kind, job_title, company, recruiter }: News, office: string | undefined): string[] {
  const job = `“${titled(job_title)}” at ${named(company)}`;
  if (kind === "shown") {
    return [
      `As you have agreed, your card is with the company now, for ${job}. On your page you see whether it was opened, and since when an answer waits.`,
    ];
  }
  if (kind === "words") return [`There are words for you about ${job}. You read them on your page.`];
  const number = recruiter?.phone ?? office;
  return [
    `Good news: the company would like to meet you, for ${job}. It has your name and how to reach you now.`,
    `${recruiter ? "I ring you" : "We ring you"} to arrange it${number ? `, or you ring ${recruiter ? "me" : "us"}: ${number}` : ""}.`,
  ];
}

/** What has happened to a candidate: they were shown, or a company wants something of them. */
export const candidateNews = defineMail(facts, (content, office) => {
  const { kind, first_name, recruiter, reply_to, token } = content;
  return {
    subject: SUBJECTS[kind],
    heading: null,
    paragraphs: [greeting(first_name), ...newsWords(content, office), signature(recruiter)],
    button: { label: "Open your page", path: candidatePath(token) },
    notes: ["You may withdraw there at any time: from then on the company sees nothing of you."],
    replyTo: reply_to,
    isPersonal: true,
  };
});
