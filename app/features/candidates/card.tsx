import { z } from "zod";
import { moneyWords } from "~/lib/format/number-format";
import { Rows } from "~/ui/pieces/rows";

/** What may stand on a card besides the name, as the database writes it: what was not chosen is not there. */
export const cardSchema = z.object({
  headline: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
  notice_period: z.string().optional(),
  skills: z.array(z.string()).optional(),
  summary: z.string().optional(),
  links: z.array(z.string()).optional(),
  expected_pay: z.object({ amount: z.number(), currency: z.string(), unit: z.string() }).optional(),
  language: z.string().optional(),
  employer: z.string().optional(),
});
export type Card = z.output<typeof cardSchema>;

/** Rupees are grouped as in India, everything else as in English: the same for every reader, since a yes is to these bytes. */
function payWords({ amount, currency, unit }: NonNullable<Card["expected_pay"]>): string {
  return `${moneyWords(amount, currency, currency === "INR" ? "en-IN" : "en-GB")} ${unit === "hour" ? "an" : "a"} ${unit}`;
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** What of a card is told in a line each, in its order. */
function rowsOf({ city, country, notice_period, skills, expected_pay, language, employer }: Card): [string, string][] {
  const rows: [string, string | undefined][] = [
    ["Where", [city, country].filter(Boolean).join(", ")],
    ["Skills", skills?.join(", ")],
    ["Can begin", notice_period],
    ["Expects", expected_pay && payWords(expected_pay)],
    ["Language", language && languages.of(language)],
    ["Works at", employer],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

/** The pages that somebody has named, a line each. */
export function PageLinks({ links = [] }: { links: string[] | undefined }) {
  return links.map((link) => (
    <p key={link}>
      <a href={link} rel="noopener noreferrer nofollow">
        {link}
      </a>
    </p>
  ));
}

/**
 * A card below the name: the very same on the page of its candidate, of the team and of the company.
 *
 * @param pitch why this person, in the recruiter's words
 */
export function CardDetails({ card, pitch }: { card: Card; pitch: string | null }) {
  const rows = rowsOf(card);
  return (
    <div className="card-of">
      {card.headline && <p className="label">{card.headline}</p>}
      {pitch && <p className="said">{pitch}</p>}
      {rows.length > 0 && (
        <Rows look="facts" rows={rows.map(([label, words]) => [label, <bdi key={label}>{words}</bdi>])} />
      )}
      {card.summary && <p className="said">{card.summary}</p>}
      <PageLinks links={card.links} />
    </div>
  );
}
