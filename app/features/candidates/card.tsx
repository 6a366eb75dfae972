import type { ReactNode } from "react";
import { z } from "zod";
import { moneyWords } from "~/lib/format/number-format";
import { Moment } from "~/ui/pieces/moment";
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

/** By which candidate, company and team see that they read the same card. */
export const sealSchema = z.object({
  /** Since when the candidate's yes to it is in force; null without one. */
  agreed_at: z.string().nullable().default(null),
  /** Of a yes by a link that went to a telephone: when the number was rung, and by whom of the team, if they are still there. */
  rung_at: z.string().optional(),
  rung_by: z.string().nullish(),
  /** The first eight signs of the digest of all that is on it. */
  mark: z.string(),
});
export type Seal = z.output<typeof sealSchema>;

/** Rupees are grouped as in India, everything else as in English: the same for every reader, since a yes is to these bytes. */
export function payWords({ amount, currency, unit }: NonNullable<Card["expected_pay"]>): string {
  return `${moneyWords(amount, currency, currency === "INR" ? "en-IN" : "en-GB")} ${unit === "hour" ? "an" : "a"} ${unit}`;
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** What of a card is told in a line each, in its order. */
function rowsOf({ city, country, notice_period, skills, expected_pay, language, employer }: Card): [string, string][] {
  const rows: [string, string | undefined][] = [
    ["Where", [city, country].filter(Boolean).join(", ")],
    ["Can begin", notice_period],
    ["Expects", expected_pay && payWords(expected_pay)],
    ["Skills", skills?.join(", ")],
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

/** That the candidate has agreed to these very bytes, and by what others see that theirs are the same. */
function SealLine({ agreed_at, mark, rung_at, rung_by }: Seal) {
  return (
    <p className={agreed_at ? "seal" : "seal no-seal"}>
      <span>
        {agreed_at ? (
          <>
            Agreed to this very card, <Moment value={agreed_at} />
            {rung_at && (
              <>
                , by a link to the candidate’s phone: number rung by <bdi>{rung_by ?? "a former colleague"}</bdi> on{" "}
                <Moment value={rung_at} />
              </>
            )}
            .
          </>
        ) : (
          "No yes to this card yet: nobody sees it."
        )}{" "}
        <span className="mark">
          Seal {mark.slice(0, 4)} {mark.slice(4)}
        </span>
      </span>
    </p>
  );
}

/** What the seals on a page are, said once below its cards. */
export const SEAL_WORDS =
  "A seal is made from every letter of its card. The candidate, you and we see the same eight signs. If one letter changes, the seal changes.";

type CandidateCardProps = {
  /** What it is headed with: a blind card by the word that stands for the name. */
  name: string;
  card: Card;
  /** Why this person, in the recruiter's words. */
  pitch: string | null;
  seal: Seal | undefined;
  /** How it stands with them, beside the name. */
  badge?: ReactNode;
  /** The level of its heading on the page. */
  heading?: "h2" | "h3" | "h4";
  /** Its last row: what is done with it. */
  children?: ReactNode;
};

/** A card: the very same for its candidate, for the team, for the company and on paper. */
export function CandidateCard(props: CandidateCardProps) {
  const { name, card, pitch, seal, badge, heading: Heading = "h3", children } = props;
  const rows = rowsOf(card);
  return (
    <div className="person-card">
      <div className="titled">
        <Heading>
          <bdi>{name}</bdi>
        </Heading>{" "}
        {badge}
      </div>
      {card.headline && <p className="headline">{card.headline}</p>}
      {rows.length > 0 && (
        <Rows look="facts" rows={rows.map(([label, words]) => [label, <bdi key={label}>{words}</bdi>])} />
      )}
      {pitch && (
        <blockquote>
          <p>{pitch}</p>
        </blockquote>
      )}
      {card.summary && <p className="told">{card.summary}</p>}
      <PageLinks links={card.links} />
      {seal && <SealLine {...seal} />}
      {children}
    </div>
  );
}
