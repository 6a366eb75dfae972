import { companyPath } from "~/content/navigation";
import { MailLink } from "~/ui/pieces/reach";
import type { Company } from "./company.server";
import { nameOf } from "./members";

/** For a colleague who has come to a page that is the owners': whom to ask. */
export function OwnersOnly({ company }: { company: Company }) {
  const owners = company.members.filter(({ access }) => access === "owner");
  return (
    <div className="empty">
      <p>Only owners can do this. {owners.length > 0 ? "Ask one of them:" : "There is none just now: write to us."}</p>
      {owners.length > 0 && (
        <ul>
          {owners.map(({ user_id, email, ...owner }) => (
            <li key={user_id}>
              {nameOf({ email, ...owner })}, <MailLink to={email} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={companyPath}>Back to your company</a>
      </p>
    </div>
  );
}
