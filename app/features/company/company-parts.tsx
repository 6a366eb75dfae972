import { accessName } from "~/content/access";
import { Button, ButtonLink } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SelectOptions } from "~/ui/forms/select-options";
import { Moment } from "~/ui/pieces/moment";
import { OpenInvitation } from "~/ui/layout/site/open-invitation";
import { Rows } from "~/ui/pieces/rows";
import { readableAddress } from "~/lib/schema/address";
import type { Company, Member } from "./company.server";
import { nameOf } from "./members";
import { editPath, handOverPath, leavePath, removalPath } from "./paths";
import { accessOptions } from "./schema";

/** The company's profile, and for an owner the way to change it. */
export function CompanyProfile({ company }: { company: Company }) {
  const { company_name, full_name, phone, access } = company;
  const facts = [
    ["Company Name", company_name],
    ["Contact Person", full_name ?? "No contact named"],
    ["Phone", phone ?? "None"],
  ] as const;
  return (
    <>
      <Rows look="sheet" rows={facts} />
      {access === "owner" && (
        <p className="mt-3">
          <ButtonLink href={editPath} variant="outline">
            Edit<span className="sr-only"> the profile</span>
          </ButtonLink>
        </p>
      )}
    </>
  );
}

/** What an owner may do about a colleague. */
function MemberForms({ user_id, access, version, name }: Member & { name: string }) {
  return (
    <div className="row-forms">
      <OwnedForm>
        <input type="hidden" name="person" value={user_id} />
        <input type="hidden" name="version" value={version} />
        <label>
          <span className="sr-only">Access of {name}</span>
          <select name="new_access" className="control" defaultValue={access} key={access}>
            <SelectOptions options={accessOptions} />
          </select>
        </label>{" "}
        <Button variant="outline" name="intent" value="access">
          Change<span className="sr-only"> the access of {name}</span>
        </Button>
      </OwnedForm>
      <ButtonLink href={removalPath(user_id)} variant="quiet">
        Remove<span className="sr-only"> {name}</span>
      </ButtonLink>
    </div>
  );
}

/** Everybody of the company, and for an owner the forms that change what they may do. */
export function MemberTable({ company, own }: { company: Company; own: string }) {
  const isOwner = company.access === "owner";
  return (
    <table className="inbox members" aria-label="People">
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">Since</th>
          <th scope="col">{isOwner ? "What they may do" : "Access"}</th>
        </tr>
      </thead>
      <tbody>
        {company.members.map((member) => (
          <tr key={member.user_id}>
            <th scope="row" className="what">
              <strong>
                <bdi>{nameOf(member)}</bdi>
              </strong>
              {member.user_id === own && <span className="hint"> (you)</span>}{" "}
              {member.full_name !== null && <span className="hint">{readableAddress(member.email)}</span>}
            </th>
            <td className="came">
              <Moment value={member.created_at} />
            </td>
            <td>
              {isOwner && member.user_id !== own ? (
                <MemberForms {...member} name={nameOf(member)} />
              ) : (
                accessName(member.access)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether mails to the company quote a message, and for an owner the way to change it. */
export function MessageQuotes({ company: { quotes_messages, access, version } }: { company: Company }) {
  return (
    <>
      <p>
        {quotes_messages
          ? "Mails about a message of our team quote its first 200 characters."
          : "Mails about a message do not quote it."}
      </p>
      {access === "owner" && (
        <OwnedForm className="mt-3">
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="wanted" value={quotes_messages ? "no" : "yes"} />
          <Button variant="outline" name="intent" value="message-quotes" busyText="Saving...">
            {quotes_messages ? "Quote Nothing" : "Quote the First 200 Characters"}
          </Button>
        </OwnedForm>
      )}
    </>
  );
}

type InvitationListProps = {
  company: Company;
  /** The moment the page was made, as ISO 8601. */
  now: string;
};

/** The open invitations, each with the two things that can be done about it. */
export function InvitationList({ company, now }: InvitationListProps) {
  const names = new Map(company.members.map((member) => [member.user_id, nameOf(member)]));
  return (
    <ul className="records">
      {company.invitations.map(({ id, email, full_name, access, expires_at, invited_by }) => (
        <OpenInvitation key={id} id={id} email={email} expiresAt={expires_at} now={now}>
          {full_name !== null && `${full_name}, `}
          {accessName(access).toLowerCase()}
          {invited_by !== null && names.has(invited_by) && `, invited by ${names.get(invited_by) ?? ""}`}
        </OpenInvitation>
      ))}
    </ul>
  );
}

/** The ways out of a company. */
export function WaysOut({ company }: { company: Company }) {
  const isAlone = company.members.length === 1;
  if (isAlone) return <p>You are alone in it so far: invite a colleague, and you can hand it over.</p>;
  return (
    <p className="actions stacked">
      {company.access === "owner" && (
        <ButtonLink href={handOverPath} variant="outline">
          Hand Over Ownership
        </ButtonLink>
      )}
      <ButtonLink href={leavePath} variant="outline">
        Leave the Company
      </ButtonLink>
    </p>
  );
}
