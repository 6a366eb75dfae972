import { moneyWords } from "~/lib/format/number-format";
import type { About } from "./own.server";

/** What it pays in a year, as whoever is asked reads it. */
function payWords(pay: About["pay"]): string {
  if (!pay) return "not stated";
  const { from, to, currency } = pay;
  const money = (amount: number) => moneyWords(amount, currency, "en");
  if (from !== null && to !== null && from !== to) return `${money(from)} to ${money(to)} a year`;
  const [amount] = [from, to].filter((each) => each !== null);
  const bound = from === to ? "" : from === null ? "up to " : "from ";
  return `${bound}${money(amount!)} a year`;
}

type JobFactsProps = {
  job_title?: string | undefined;
  location?: string | null | undefined;
  about: About | undefined;
};

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
