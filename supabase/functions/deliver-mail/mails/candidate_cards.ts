import { z } from "zod";
import { signature, writer } from "../candidates.ts";
import { defineMail } from "../letter.ts";
import { named, titled } from "../names.ts";

const text = z.string().max(3_000);

/** What is on a card, as its candidate has agreed to it. */
const card = z.object({
  name: text,
  pitch: text.optional(),
  /** The first signs of the digest that the yes is to. */
  seal: z.string().max(20),
  card: z.object({
    headline: text.optional(),
    city: text.optional(),
    country: text.optional(),
    notice_period: text.optional(),
    skills: z.array(text).optional(),
    summary: text.optional(),
    links: z.array(text).optional(),
    expected_pay: z.object({ amount: z.number(), currency: z.string().max(3), unit: z.string().max(20) }).optional(),
    language: text.optional(),
    employer: text.optional(),
  }),
});

type Card = z.infer<typeof card>;

function payWords({ amount, currency, unit }: NonNullable<Card["card"]["expected_pay"]>): string {
  const words = new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en-GB", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  }).format(amount);
  return `${words} ${unit === "hour" ? "an" : "a"} ${unit}`;
}

/** A card in a line for each thing that is on it, in the order of the pages. */
function cardLines({ pitch, seal, card: on }: Card): string[] {
  const language = on.language && new Intl.DisplayNames("en", { type: "language" }).of(on.language);
  const typed = (label: string, value: string | undefined) => (value ? [`${label}: ${titled(value)}`] : []);
  return [
    ...(on.headline ? [titled(on.headline)] : []),
    ...typed("Where", [on.city, on.country].filter(Boolean).join(", ")),
    ...typed("Can begin", on.notice_period),
    // An amount, and no text that somebody has typed, of which long numbers are left out.
    ...(on.expected_pay ? [`Expects: ${payWords(on.expected_pay)}`] : []),
    ...typed("Skills", on.skills?.join(", ")),
    ...typed("Language", language),
    ...typed("Works at", on.employer),
    ...(on.summary ? [titled(on.summary)] : []),
    ...(on.links ?? []).map(titled),
    ...(pitch ? [`Why this person: ${titled(pitch)}`] : []),
    `Seal ${seal}`,
  ];
}

/** The cards of candidates who have agreed to their going this way, to a company that has no account. */
export const candidateCards = defineMail(
  {
    recruiter: writer.recruiter,
    reply_to: writer.reply_to,
    job_title: z.string(),
    location: z.string().optional(),
    company: z.string().optional(),
    cards: z.array(card).min(1).max(50),
  },
  ({ recruiter, reply_to, job_title, location, company, cards }, office) => {
    const job = `“${titled(job_title)}”${location ? `, ${titled(location)}` : ""}`;
    const number = recruiter?.phone ?? office;
    return {
      subject: cards.length === 1 ? "A candidate for you" : `${cards.length} candidates for you`,
      heading: null,
      paragraphs: [
        company ? `To ${named(company)}` : "Good day,",
        `${cards.length === 1 ? "Here is a candidate" : `Here are ${cards.length} candidates`} for ${job}. Each of them has agreed that you get this card, and nobody else.`,
        `Please answer about each: interview, maybe or no. A reply to this mail reaches me${number ? `, or ring me: ${number}` : ""}.`,
        signature(recruiter),
      ],
      lists: cards.map((each) => ({ heading: named(each.name), items: cardLines(each) })),
      notes: ["If somebody withdraws, we tell you. Please delete their card then, and give no card to others."],
      replyTo: reply_to,
      isPersonal: true,
    };
  },
);
