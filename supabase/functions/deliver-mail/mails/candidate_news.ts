import { z } from "zod";
import { candidatePath, greeting, signature, writer } from "../candidates.ts";
import { defineMail } from "../letter.ts";
import { named, titled } from "../names.ts";

const facts = {
  ...writer,
  /** They were shown, or their card was sent by mail or on paper; a company has words for them, or wants to meet them; a yes was given by a link to their telephone; a job is over for which they had been taken on, or they are taken back from one. */
  kind: z.enum(["shown", "sent", "words", "interview", "phone_yes", "over", "taken_back"]),
  job_title: z.string(),
  /** None of a job that is over for them: it may never have been named to them. */
  company: z.string().optional(),
  token: z.string(),
};

type News = z.infer<z.ZodObject<typeof facts>>;

const SUBJECTS = {
  shown: "A company can see your card now",
  sent: "Your card has gone to a company",
  words: "A company has a message for you",
  interview: "A company would like to meet you",
  phone_yes: "You said yes by a link to your phone",
  over: "The job you applied for is closed",
  taken_back: "Our answer to your application has changed",
};

/** What there is to tell, in the recruiter's words. @param office the office's number, for where the recruiter has told none */
function newsWords({ kind, job_title, company, recruiter }: News, office: string | undefined): string[] {
  const job = `“${titled(job_title)}”${company === undefined ? "" : ` at ${named(company)}`}`;
  if (kind === "over") {
    return [
      `We wanted to put you forward for ${job}. The job is closed now, and no company has seen your card. We are sorry.`,
      "Please apply again when another job fits.",
    ];
  }
  if (kind === "taken_back") {
    return [
      `We told you that we would like to put you forward for ${job}. That has changed, and we are sorry: you are not going further with this job. No company sees anything about you for it from us now.`,
      "This is no judgement of your work. Please apply again when another job fits.",
    ];
  }
  if (kind === "shown") {
    return [
      `As you agreed, the company can now see your card for ${job}. Your page shows whether they have opened it, and whether they have answered.`,
    ];
  }
  if (kind === "phone_yes") {
    return [
      `Someone who had the link that went to your phone said yes: we may show your card for ${job}. We had no e-mail address for you then. Was it you? Then you need do nothing.`,
      "If it was not you, open your page below and take the yes back. The company then sees nothing about you. Please tell us, too.",
    ];
  }
  if (kind === "sent") {
    return [
      `As you agreed, your card for ${job} has gone to the company by mail or on paper. Your page shows what they answer.`,
    ];
  }
  if (kind === "words") return [`The company has a message for you about ${job}. Read it on your page.`];
  const number = recruiter?.phone ?? office;
  return [
    `Good news: the company would like to meet you about ${job}. They now have your name and contact details.`,
    `${recruiter ? "I will call you" : "We will call you"} to arrange it${number ? `, or you can call ${recruiter ? "me" : "us"}: ${number}` : ""}.`,
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
    notes: [
      kind === "over" || kind === "taken_back"
        ? "Your page shows all that we keep about you. You can correct or delete it there at any time."
        : kind === "sent"
          ? "You can withdraw there at any time. We then ask the company to delete your card."
          : "You can withdraw there at any time. From then on the company sees nothing about you.",
    ],
    replyTo: reply_to,
    isPersonal: true,
  };
});
