import { moneyWords } from "~/lib/format/number-format";
import { Moment } from "~/ui/pieces/moment";
import type { About, AppliedFor } from "./own-page";

/** Amounts from and to, as a sentence has them. */
function rangeWords({ from, to, currency }: NonNullable<About["pay"]>): string {
  const money = (amount: number) => moneyWords(amount, currency, "en");
  if (from !== null && to !== null && from !== to) return `${money(from)} to ${money(to)}`;
  const [amount] = [from, to].filter((each) => each !== null);
  const bound = from === to ? "" : from === null ? "up to " : "from ";
  return `${bound}${money(amount!)}`;
}

/** What it pays, as the candidate who is asked reads it: by the month first, where it is told so (`private.told_pay`). */
function payWords(pay: About["pay"]): string {
  if (!pay) return "not stated";
  const { from, to, unit, told_for } = pay;
  if (unit) return `${rangeWords(pay)} ${unit === "hour" ? "an hour" : "a day"}`;
  const yearly = `${rangeWords(pay)} a year`;
  if (told_for !== "month") return yearly;
  const month = (amount: number | null) => (amount === null ? null : amount / 12);
  return `${rangeWords({ ...pay, from: month(from), to: month(to) })} a month (${yearly})`;
}

type JobFactsProps = {
  job_title?: string | undefined;
  location?: string | null | undefined;
  about: About | undefined;
};

type AppliedForProps = { applied?: AppliedFor | null | undefined; company?: string | null | undefined };

/** That they have applied for the job themselves, and whose it is, where the advert could not say so. */
export function AppliedForWords({ applied, company }: AppliedForProps) {
  if (!applied) return null;
  return (
    <p>
      You applied for “<bdi>{applied.title}</bdi>” on <Moment value={applied.at} />.
      {applied.was_confidential && company && (
        <>
          {" "}
          Our advert could not name the company: it is <bdi>{company}</bdi>.
        </>
      )}
    </p>
  );
}

/** A job in three lines: what and where, what it asks for, what it pays. */
export function JobFacts({ job_title, location, about }: JobFactsProps) {
  return (
    <div>
      <p>
        {job_title && (
          <strong>
            <bdi>{job_title}</bdi>
          </strong>
        )}
        {location && (
          <>
            , <bdi>{location}</bdi>
          </>
        )}
      </p>
      {about && (
        <>
          <p>
            {about.work}
            {about.skills.length > 0 && (
              <>
                ; with <bdi>{about.skills.join(", ")}</bdi>
              </>
            )}
          </p>
          <p>Pay: {payWords(about.pay)}</p>
        </>
      )}
    </div>
  );
}
