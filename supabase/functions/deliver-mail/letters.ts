import { candidateLetter } from "./candidates.ts";
import type { Access, Content, Receipt, Reply, Role } from "./content.ts";
import { named, quoted, SITE_NAME, titled } from "./names.ts";
import { newsLetter } from "./mails/news.ts";
import { companyFacts, dayOf, momentOf, nextFacts, officeFacts, type Fact } from "./outlook.ts";

/** A line of a list; one of something on the site has its path. */
export type ListItem = string | { text: string; path: string };

/** What a mail says, as plain text: the layout makes text and HTML of it. */
export type Letter = {
  /** In our words alone: names and titles stand in the text. */
  subject: string;
  /** What stands above the text; the subject where there is nothing more to say, and nothing over what a person wrote. */
  heading?: string | null;
  paragraphs: string[];
  /** What is worth knowing at a glance: whom to ask, and by when. */
  facts?: Fact[];
  /** What there is several of, under headings. */
  lists?: { heading: string; items: ListItem[] }[];
  /** The one thing to do, on the site. */
  button?: { label: string; path: string };
  /** What else is good to know, smaller. */
  notes: string[];
  /** Of a mail that can be switched off: where one chooses, and where one does that. */
  choices?: { settings: string; unsubscribe: string };
  /** Where an answer goes; else to whoever the mails come from. */
  replyTo?: string | undefined;
  /** What it answers, under it. */
  quote?: { heading: string; lines: string[] };
  /** Has a person written it? Then it is signed in its text, and an absence note may answer. */
  isPersonal?: boolean;
};

const ROLES: Record<Role, string> = { admin: "administrator", hr_manager: "HR manager", recruiter: "recruiter" };

const ACCESSES: Record<Access, string> = {
  owner: "owner: you file requirements, and look after the company's profile and people",
  member: "member: you file and edit requirements",
  viewer: "viewer: you read requirements",
};

/** An article and a role. */
function asRole(role: Role): string {
  return `${/^[aeiouH]/.test(ROLES[role]) ? "an" : "a"} ${ROLES[role]}`;
}

function invitationNotes(expiresAt: string): string[] {
  return [
    `Opening the page changes nothing yet. The invitation is for this address alone, and open until ${dayOf(expiresAt)}.`,
    "Pass this message on to nobody: whoever has its link can open the account of this address.",
    "If you did not expect it, ignore this message.",
  ];
}

/** What somebody has sent, as a reply's subject says it: in our words, since anybody may have given the address. */
const ANSWERED: Record<Reply["kind"], string> = {
  contact: "Your message to",
  posting: "Your job posting at",
  consultation: "Your consultation with",
};

/** What somebody of the team has written to whoever sent something. */
function replyLetter({ kind, body, quoted: answered, came_at, author, phone, reply_to }: Reply): Letter {
  return {
    subject: `${ANSWERED[kind]} ${SITE_NAME}`,
    heading: null,
    paragraphs: [...body.split(/\n{2,}/), [author, SITE_NAME, phone].filter(Boolean).join("\n")],
    notes: [],
    replyTo: reply_to,
    isPersonal: true,
    ...(answered === undefined
      ? {}
      : { quote: { heading: `What came to us with your address on ${dayOf(came_at)}:`, lines: quoted(answered) } }),
  };
}

/** What we have of somebody, by how it came. */
const RECEIVED: Record<Receipt["kind"], string> = {
  contact: "your message",
  posting: "your job posting",
  consultation: "your request for a consultation",
};
const WRITTEN_DOWN: Record<Exclude<Receipt["source"], "form">, string> = {
  phone: "what you said when you called",
  whatsapp: "what you wrote by WhatsApp",
  walk_in: "what you said when you came by",
  email: "what you wrote by e-mail",
};

/**
 * What somebody is told who has sent something: nothing of what they sent, not their name either, since anybody may have
 * given the address.
 */
function receiptLetter({ kind, source, reference, answer_by }: Receipt, office: string | undefined): Letter {
  const isForm = source === "form";
  const what = isForm ? RECEIVED[kind] : WRITTEN_DOWN[source];
  const how = isForm
    ? "Somebody gave this address in a form on our website."
    : "Somebody gave us this address, and we wrote it down.";
  return {
    subject: `We have ${what}: ${reference}`,
    heading: `We have ${what}`,
    paragraphs: ["It is with our team. Name the reference when you ring or write: it finds what you sent."],
    facts: [["Reference", reference], ...nextFacts({ answer_by }, "We answer by"), ...officeFacts(office)],
    notes: [`${how} If it was not you, there is nothing to do: at most two such messages a day come here.`],
  };
}

/** The words of each template. @param office the office's number, where there is one */
export function letterOf(content: Content, office?: string): Letter {
  switch (content.template) {
    case "team_invitation": {
      const { role, invited_by, expires_at, token } = content;
      return {
        subject: `You are invited to the team of ${SITE_NAME}`,
        paragraphs: [
          `${invited_by === null ? "Somebody of the team" : named(invited_by)} invites you to work with us as ${asRole(role)}.`,
        ],
        button: { label: "See the invitation", path: `/invitation?token=${encodeURIComponent(token)}` },
        notes: invitationNotes(expires_at),
      };
    }
    case "client_invitation": {
      const { access, company, invited_by, is_from_form, expires_at, token } = content;
      return {
        subject: `An invitation to the client portal of ${SITE_NAME}`,
        paragraphs: [
          `${invited_by === null ? SITE_NAME : named(invited_by)} invites you to the client portal, for the company ${named(company)}.`,
          `You would be its ${ACCESSES[access]}.`,
          ...(is_from_form === true
            ? [
                "Somebody asked us for people on our public website and gave this address. We can't know that it was you: if it was not, ignore this message, and nothing is joined.",
              ]
            : []),
        ],
        button: { label: "See the invitation", path: `/invitation?token=${encodeURIComponent(token)}` },
        notes: invitationNotes(expires_at),
      };
    }
    case "team_access_changed":
      return content.role === null
        ? {
            subject: `You are no longer in the team of ${SITE_NAME}`,
            paragraphs: ["Your role was taken back: the team's pages are closed to your account."],
            button: { label: "Open the site", path: "/" },
            notes: ["If this surprises you, ask an administrator of the team."],
          }
        : {
            subject: `Your role at ${SITE_NAME} has changed`,
            paragraphs: [`In the team you are now ${asRole(content.role)}.`],
            button: { label: "Open the team's pages", path: "/team" },
            notes: ["If this surprises you, ask an administrator of the team."],
          };
    case "stand_in":
      return {
        subject: "You stand in for a colleague",
        paragraphs: [
          `${named(content.name)} is away up to and with ${dayOf(content.until)}.`,
          "What would come to them in that time comes to you.",
        ],
        button: { label: "Open My day", path: "/team/my-day" },
        notes: ["If that can't be, tell them or an administrator of the team: either can name somebody else."],
      };
    case "password_changed":
      return {
        subject: "Your password was changed",
        paragraphs: [
          `The password of your account at ${SITE_NAME} was changed on ${momentOf(content.changed_at)}.`,
          "If that was you, there is nothing to do.",
          "If it was not, somebody else has used your account: set a new password at once. That signs out everybody who is signed in to it.",
        ],
        button: { label: "Set a new password", path: "/client-auth?view=forgot" },
        notes: ["This message goes to the account's address whenever its password is changed."],
      };
    case "requirement_converted": {
      const { id, title, company, is_from_form, is_named, reply_to } = content;
      return {
        subject: `${SITE_NAME} has filed a requirement for your company`,
        paragraphs: [
          `Our team has filed “${titled(title)}” for ${named(company)}.`,
          !is_from_form
            ? "Somebody asked us to, by telephone, by message or in person."
            : is_named
              ? "It comes from a form on our public website in which your address was given. A public form proves no address, so we can't know that you sent it."
              : "It comes from a form on our public website in which another address was given. A public form proves no address, so we can't know who sent it.",
          "If nobody of your company asked for it, tell us on its page, or withdraw it there.",
        ],
        facts: companyFacts(content, office),
        button: { label: "Open the requirement", path: `/client-dashboard/requirements/${id}` },
        notes: [],
        replyTo: reply_to ?? undefined,
      };
    }
    case "item_reply":
      return replyLetter(content);
    case "receipt":
      return receiptLetter(content, office);
    case "news":
      return newsLetter(content, office);
    case "client_access_changed": {
      const company = named(content.company);
      return content.access === null
        ? {
            subject: "You are no longer a member of a company",
            paragraphs: [`Your access to the company ${company} was taken back.`],
            button: { label: "Open the site", path: "/" },
            notes: ["If this surprises you, ask an owner of the company."],
          }
        : {
            subject: "Your access to a company has changed",
            paragraphs: [`In the company ${company} you are now ${ACCESSES[content.access]}.`],
            button: { label: "Open the dashboard", path: "/client-dashboard" },
            notes: ["If this surprises you, ask an owner of the company."],
          };
    }
    default:
      return candidateLetter(content, office);
  }
}
