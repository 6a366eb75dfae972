import { accesses } from "~/content/access";
import { companyPath } from "~/content/navigation";
import type { Account } from "~/lib/backend/account";

/** Which company one works for, and what that lets one do. */
export function Belonging({ company, access }: Pick<Account, "company" | "access">) {
  const own = accesses.find((each) => each.access === access);
  return (
    <p>
      You work for <a href={companyPath}>{company}</a>
      {own && ` as its ${own.name.toLowerCase()}, who ${own.may}`}.
    </p>
  );
}
