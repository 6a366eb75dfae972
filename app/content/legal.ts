import { company } from "./company";

export type LegalDocument = {
  title: string;
  updated: { text: string; date: string };
  lead: string;
  sections: readonly { title: string; paragraphs: readonly string[]; points?: readonly string[] }[];
  contact: { text: string; email: string };
};

const updated = { text: "January 1, 2025", date: "2025-01-01" };

/** /privacy-policy (§2). */
export const privacyPolicy: LegalDocument = {
  title: "Privacy Policy",
  updated,
  lead: `How ${company.name} handles the personal data of visitors, clients and candidates.`,
  sections: [
    {
      title: "Who is responsible",
      paragraphs: [
        `${company.name}, ${company.city}, ${company.country}, decides why and how the personal data described here is used, and answers for it.`,
      ],
    },
    {
      title: "What we collect",
      paragraphs: ["Only what you give us, and what the operation of the site needs:"],
      points: [
        "Contact and job posting forms: your name, addresses, company and what you write.",
        "Client accounts: company, contact person, e-mail address, phone number and your hiring requirements. Passwords are kept only as a hash.",
        "Technical records: the time, the page and the result of a request.",
      ],
    },
    {
      title: "What we use it for",
      paragraphs: [
        "To answer you, to fill your positions, to run your account and to keep the site secure. We do not sell data, show no advertising and use no tracking cookies.",
      ],
    },
    {
      title: "Cookies",
      paragraphs: [
        "Public pages set none. The client portal and sent forms set a few that they need, none of which scripts can read; the notice below names each.",
      ],
    },
    {
      title: "Who receives it",
      paragraphs: [
        "Our recruiters, our hosting and e-mail providers, and the customer system we keep requirements in, each bound by contract. Candidates' data goes to a client only with the candidate's consent.",
      ],
    },
    {
      title: "How long we keep it",
      paragraphs: [
        "Messages, postings and closed requirements for two years; accounts until you close them, or have not used them for two years; technical records, which the law asks for, for one year.",
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        "You may ask what we hold about you, have it corrected, exported or erased, object to its use, and withdraw a consent at any time. We answer within 30 days. The notice below says how.",
      ],
    },
    {
      title: "Security",
      paragraphs: [
        "Data is encrypted on its way and at rest. Each client can reach only its own records; the database itself enforces that.",
      ],
    },
  ],
  contact: { text: "Questions and requests about privacy", email: company.privacyEmail },
};

/** /terms-of-service (§2). */
export const termsOfService: LegalDocument = {
  title: "Terms of Service",
  updated,
  lead: `The rules for using this site and the client portal of ${company.name}.`,
  sections: [
    {
      title: "What these terms cover",
      paragraphs: [
        "They apply to the public pages, the forms and the client portal. Recruitment itself is governed by the agreement signed for each assignment.",
      ],
    },
    {
      title: "Your account",
      paragraphs: [
        "An account is for one company and the person named in it. Keep the password to yourself, tell us of any misuse, and give particulars that are true.",
      ],
    },
    {
      title: "Requirements and postings",
      paragraphs: [
        "What you submit must be a real position and lawful where the work is done. We may refuse or remove a posting that",
      ],
      points: [
        "discriminates against people the law protects,",
        "asks candidates for money,",
        "or belongs to somebody who has not agreed to it.",
      ],
    },
    {
      title: "Our service",
      paragraphs: [
        "Reply times on this site are what we aim for. Figures describe past work and promise nothing for a single case. Visa services are facilitation only: decisions rest with the authorities.",
      ],
    },
    {
      title: "Fees",
      paragraphs: [
        "Using the site and filing requirements is free. Candidates never pay us. Fees for placements are agreed in writing beforehand.",
      ],
    },
    {
      title: "Liability",
      paragraphs: [
        "We answer without limit for intent and gross negligence and where the law knows no limit; otherwise for foreseeable damage up to the fees of the assignment concerned.",
      ],
    },
    {
      title: "Ending",
      paragraphs: [
        "You may close your account at any time. We may close it when these terms are broken, after a warning where that makes sense.",
      ],
    },
    {
      title: "Governing law",
      paragraphs: [
        `These terms are governed by the laws of India. The courts of ${company.city}, ${company.country}, have jurisdiction.`,
      ],
    },
  ],
  contact: { text: "Questions about these terms", email: company.legalEmail },
};
