import type { CandidateMail } from "./content.ts";
import type { Letter } from "./letters.ts";
import { named, SITE_NAME, titled } from "./names.ts";
import { companyFacts, dayOf, momentOf } from "./outlook.ts";

type Ask = Extract<CandidateMail, { template: "candidate_ask" }>;
type News = Extract<CandidateMail, { template: "candidate_news" }>;

/** A candidate's page; who has its link needs a code as well to see or change anything there. */
function pathOf(token: string): string {
  return `/candidate/${encodeURIComponent(token)}`;
}

/** How a person signs: by name, for whom, and where they are reached. */
function signature(recruiter: Ask["recruiter"]): string {
  return [recruiter && named(recruiter.name), SITE_NAME, recruiter?.phone].filter(Boolean).join("\n");
}

function greeting(firstName: string): string {
  return `Dear ${named(firstName) || "candidate"},`;
}

const NOT_YOU = "Is this not you? Say so on the page, and no mail comes to this address again.";

/** What the job is and asks for, in a sentence. */
function jobSentence({ work, skills }: NonNullable<Ask["about"]>): string {
  return `About the job: ${[work, skills.length > 0 && `with ${skills.map(titled).join(", ")}`].filter(Boolean).join("; ")}.`;
}

function askLetter(content: Ask): Letter {
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
    button: { label: "Say yes or no", path: pathOf(token) },
    notes: [
      "Opening the page decides nothing. There you can also see, correct or delete all that we have of you.",
      NOT_YOU,
    ],
    replyTo: reply_to,
    isPersonal: true,
  };
}

const NEWS_SUBJECTS = {
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

function newsLetter(content: News, office: string | undefined): Letter {
  const { kind, first_name, recruiter, reply_to, token } = content;
  return {
    subject: NEWS_SUBJECTS[kind],
    heading: null,
    paragraphs: [greeting(first_name), ...newsWords(content, office), signature(recruiter)],
    button: { label: "Open your page", path: pathOf(token) },
    notes: ["You may withdraw there at any time: from then on the company sees nothing of you."],
    replyTo: reply_to,
    isPersonal: true,
  };
}

/** The words of mails about candidates. @param office the office's number, where there is one */
export function candidateLetter(content: CandidateMail, office: string | undefined): Letter {
  switch (content.template) {
    case "candidate_ask":
      return askLetter(content);
    case "candidate_news":
      return newsLetter(content, office);
    case "candidate_code":
      return {
        subject: `Your code: ${content.code}`,
        heading: "Your code",
        paragraphs: [
          greeting(content.first_name),
          `Enter ${content.code} on the page that asks for it. It works once, until ${momentOf(content.expires_at)}.`,
        ],
        notes: ["Tell it to nobody: we never ask for it. If you did not ask for a code, there is nothing to do."],
      };
    case "candidate_link":
      return {
        subject: `Your page at ${SITE_NAME}`,
        paragraphs: [
          greeting(content.first_name),
          "Here is the link to your page. There you see what we have of you, and who sees it.",
        ],
        button: { label: "Open your page", path: pathOf(content.token) },
        notes: [
          "Somebody asked for it with this address, at most once a day. If it was not you, there is nothing to do.",
        ],
      };
    case "candidate_moved":
      return {
        subject: "Another address stands in your record",
        paragraphs: [
          greeting(content.first_name),
          "One of our team has put another e-mail address into what we keep of you, instead of this one.",
          "What you were asked at this address, or had agreed to, has ended: no company sees you by it any more.",
        ],
        button: { label: "Tell us if that is not your wish", path: "/contact" },
        notes: [...(office ? [`Or ring us: ${office}.`] : []), "We write about it to this address once."],
      };
    case "candidates_waiting": {
      const { id, title, waiting, waiting_since, reply_to } = content;
      const who = waiting === 1 ? "A candidate waits" : `${waiting} candidates wait`;
      return {
        subject: `${who} for your answer`,
        heading: `${who}: ${titled(title)}`,
        paragraphs: [
          `${who} for your company's answer since ${dayOf(waiting_since)}.`,
          "A line for each is enough: interview, maybe or no. Good people do not wait long.",
        ],
        facts: companyFacts(content, office),
        button: { label: "Answer now", path: `/client-dashboard/requirements/${id}/candidates` },
        notes: ["We remind you once, until we show you others."],
        replyTo: reply_to,
      };
    }
  }
}
