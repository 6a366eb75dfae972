import { company } from "./company";
import { cookies } from "./cookies";
import { formKinds, publicForms } from "./public-forms";

const CLOSED = "two years after it is closed";
const RECRUITERS = "Our recruiters, and our hosting provider, which stores it for us.";

function byMail(subject: string): string {
  return `mailto:${company.privacyEmail}?subject=${encodeURIComponent(subject)}`;
}

/** What one form asks for: the notice names each form's data, purpose, time and recipients (DPDP Rules 2025, rule 3). */
type Item = { id: string; title: string; points: readonly { label: string; text: string }[] };

function item(id: string, title: string, data: string, purpose: string, kept: string, recipients: string): Item {
  return {
    id: `notice-${id}`,
    title,
    points: [
      { label: "What", text: data },
      { label: "What for", text: purpose },
      { label: "How long", text: kept },
      { label: "Who receives it", text: recipients },
    ],
  };
}

/**
 * The notice under India's Digital Personal Data Protection Act, 2023. It stands below the privacy policy, can be read
 * without it, and has a version of its own: give it a new date with each change, and what candidates are told a new number
 * in the database too (private.notice_version).
 */
export const privacyNotice = {
  id: "notice",
  title: "Privacy notice",
  version: { text: "November 26, 2026", date: "2026-11-26" },
  lead: `Under the Digital Personal Data Protection Act, 2023. ${company.name}, ${company.city}, ${company.country}, is the data fiduciary. Everything you give is given by your consent, which you can take back at any time. What a form marks as optional you need not give.`,
  items: [
    ...formKinds.map((kind) => {
      const [title, data, purpose] = publicForms[kind].notice;
      return item(kind, title, data, purpose, "Two years.", RECRUITERS);
    }),
    item(
      "account",
      "Client account",
      "Company, contact person, e-mail address, phone number (optional), and a hash of your password. With Google or LinkedIn: the name and address they have of you. The authentication service notes when you signed in, the network address and the browser.",
      "To open and run your account, and to keep others out of it.",
      "Until you close it, or have not used it for two years and have no open requirement.",
      "Our recruiters, our hosting and e-mail providers, and Google or LinkedIn if you sign in with them.",
    ),
    item(
      "requirement",
      "Hiring requirements",
      "What you write about the position, with the company, contact person and phone number of your account.",
      "To fill the position.",
      `While it is open, and ${CLOSED}.`,
      "Our recruiters, our hosting provider, and the customer system we keep requirements in.",
    ),
    item(
      "candidate",
      "People who look for work",
      "Your name, how you are reached, what you can do and look for, where you must not be shown, our notes, and what you were asked and said. No age, family, belief, photo, or what you earned before.",
      "To suggest you for jobs. A company sees one card about you, and only after you have agreed to that very card.",
      "Until you say no or delete it on your page; as a rule a year after we last heard from each other. A yes that is not used ends after 90 days.",
      "Our recruiters, our hosting and e-mail providers, and each company that you have agreed to.",
    ),
    item(
      "application",
      "People who apply for a job",
      "What you type: your name, how you are reached, where you live, your notice and skills, where you work now, and why this job. We do not ask for a CV, your age beyond 18, or your pay.",
      "To answer you, and to put you forward for this job if you agree. A person decides, no machine. Where you work now is used only so that you are never shown there.",
      "48 hours, unless you press the button in our mail. Then until 30 days after our answer; if you agreed to be kept, as for everybody who looks for work.",
      "Our recruiters, and our hosting and e-mail providers. The company sees one card about you, and only after you have agreed to that very card.",
    ),
    item(
      "records",
      "Technical records",
      "For every request the time, page and result. For sign-ins and refusals which account it was, as a code and not by its name. None of what you type.",
      "To find faults and misuse, and to tell you if your data was in danger.",
      "One year, as the law has us keep them; then they are deleted.",
      "Those who run the site for us.",
    ),
  ],
  cookies: {
    id: "notice-cookies",
    title: "Cookies",
    lead: "Public pages set none. The others set these, all needed for what you ask for; no script can read them, and nobody else gets them:",
    points: cookies.map(({ name, purpose, lifetime }) => ({ label: name, text: `${purpose}; ${lifetime.text}.` })),
  },
  withdrawal: {
    id: "notice-withdraw",
    title: "Take your consent back",
    paragraphs: [
      "One message is enough, from the address you gave us; you need give no reason. We confirm it, stop, and have others stop, and delete what the law does not have us keep. What was done before stays lawful. An account that is closed can't be opened again.",
    ],
    links: [
      { label: "Withdraw my consent and delete my data", href: byMail("Withdraw my consent and delete my data") },
      { label: "Close my account", href: byMail("Close my account") },
    ],
  },
  rights: {
    id: "notice-rights",
    title: "Your rights",
    paragraphs: [
      "You may ask what we hold about you, what we did with it and who received it; have it corrected, completed, updated or erased; and name somebody who has these rights in your place should you die or be unable to use them. We answer within 30 days. Ask for this notice in English or any language of the Eighth Schedule to the Constitution.",
    ],
    links: [
      { label: "See my data", href: byMail("See my data") },
      { label: "Correct or complete my data", href: byMail("Correct or complete my data") },
      { label: "Name somebody for my rights", href: byMail("Name somebody for my rights") },
    ],
  },
  complaint: {
    id: "notice-complain",
    title: "Complain",
    paragraphs: [
      `Write to our grievance officer at ${company.privacyEmail}: within 30 days you get an answer from somebody who was not part of what you complain about. If it does not help you, or there is none, complain to the Data Protection Board of India.`,
    ],
    links: [{ label: "Make a complaint", href: byMail("Complaint about my data") }],
  },
} as const;
