import { accessName } from "~/content/access";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { EmailField, TextField } from "~/ui/forms/field";
import { Moment } from "~/ui/pieces/moment";
import { Reach } from "~/ui/pieces/reach";
import { Rows } from "~/ui/pieces/rows";
import { PostForm } from "~/ui/forms/post-form";
import { readableAddress } from "~/lib/schema/address";
import type { Client, ListedClient } from "./clients.server";

/** The companies, each with how much there is of it. */
export function ClientList({ clients }: { clients: ListedClient[] }) {
  return (
    <ul className="records">
      {clients.map(({ id, company_name, full_name, created_at, members, requirements, active }) => (
        <li key={id}>
          <div className="grid gap-1">
            <h3>
              <a href={`/team/clients/${id}`}>{company_name}</a>
            </h3>
            <p className="hint">{full_name}</p>
          </div>
          <Rows
            look="facts"
            rows={[
              ["Requirements", [requirements, ", ", active, " active"]],
              ["People", members],
              ["Since", <Moment key="since" value={created_at} />],
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

/** Whom to ask for when calling a company, as its people have it in its profile. */
export function ContactCard({ company }: { company: Client["company"] }) {
  const { full_name, phone } = company;
  if (full_name === null && phone === null) return <p className="hint">The company names no contact.</p>;
  return (
    <>
      <p>
        <bdi>{full_name ?? "No contact named"}</bdi>
      </p>
      <p>
        <Reach phone={phone} />
      </p>
    </>
  );
}

/** Who belongs to a company, and who is invited to. */
export function MemberList({ client }: { client: Client }) {
  const { members, invitations } = client;
  return (
    <ul className="lines">
      {members.map(({ user_id, access, full_name, email, phone, created_at }) => (
        <li key={user_id}>
          <h3>{full_name ?? "Without a name"}</h3>
          <p>
            <Reach email={email} phone={phone} />
          </p>
          <p className="hint">
            {accessName(access)}, since <Moment value={created_at} />
          </p>
        </li>
      ))}
      {invitations.map(({ id, email, access, expires_at }) => (
        <li key={id}>
          <h3>{readableAddress(email)}</h3>
          <p className="hint">
            Invited{access !== null && ` as ${accessName(access).toLowerCase()}`}, until <Moment value={expires_at} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Invites an owner, for a company that has none. */
export function OwnerForm() {
  const form = usePostedForm({ email: "", full_name: "" });
  return (
    <PostForm intent="invite" button="Invite" busyText="Inviting...">
      <EmailField form={form} name="email" label="Email" autoComplete="email" />
      <TextField form={form} name="full_name" label="Name" />
    </PostForm>
  );
}
