import type { OwnerSession } from "../api/database.ts";

/** The columns of an advert that a test says: what it does not stays as for the least that there is. */
export type AdvertRow = {
  slug: string;
  title: string;
  place: string;
  country: string;
  work: "permanent" | "contract" | "temporary" | "part_time" | "full_time";
  is_remote: boolean;
  min_experience: number | null;
  max_experience: number | null;
  skills: string[];
  body: string;
  min_pay: number | null;
  max_pay: number | null;
  pay_currency: "USD" | "EUR" | "GBP" | "INR";
  pay_unit: "hour" | "day" | "month" | "year";
  tells_pay: boolean;
  is_named: boolean;
  opened_at: string | null;
  closes_on: string;
};

/** A day, so many from today on, where the agency is. */
function dayIn(days: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(Date.now() + days * 86_400_000);
}

let made = 0;

/** An open advert of a requirement, as a row: what is made by the forms is tested where those are. @returns its slug */
export async function advertise(
  owner: Pick<OwnerSession, "query">,
  requirement: string,
  more: Partial<AdvertRow> = {},
): Promise<string> {
  made += 1;
  const row: AdvertRow & { requirement_id: string } = {
    requirement_id: requirement,
    slug: `welder-pune-${requirement.slice(0, 8)}-${made}`,
    title: "Welder",
    place: "Pune",
    country: "India",
    work: "permanent",
    is_remote: false,
    min_experience: null,
    max_experience: null,
    skills: [],
    body: "You weld.",
    min_pay: null,
    max_pay: null,
    pay_currency: "INR",
    pay_unit: "month",
    tells_pay: false,
    is_named: false,
    opened_at: new Date().toISOString(),
    closes_on: dayIn(20),
    ...more,
  };
  const columns = Object.keys(row).join(", ");
  await owner.query(
    `insert into public.adverts (${columns}) select ${columns} from jsonb_populate_record(null::public.adverts, $1::jsonb)`,
    [JSON.stringify(row)],
  );
  return row.slug;
}
