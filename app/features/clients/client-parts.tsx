import { counted } from "~/lib/format/counts";
import { accessName } from "~/content/access";
import { talkChannels } from "~/content/talk-channels";
import { sentText, type FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { readableAddress } from "~/lib/schema/address";
import { Button } from "~/ui/forms/button";
import { EmailField, TextField } from "~/ui/forms/field";
import { Labelled, labelledControl, LabelledSelect } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { PostForm } from "~/ui/forms/post-form";
import { Moment } from "~/ui/pieces/moment";
import { Reach } from "~/ui/pieces/reach";
import { Rows } from "~/ui/pieces/rows";
import type { Client } from "./clients.server";

/** Whom to ask for when calling a company, as its people have it in its profile. */
export function ContactCard({ company }: { company: Client["company"] }) {
  const { full_name, phone } = company;
  if (full_name === null && phone === null) return <p className="hint">The company names no contact.</p>;
  return (
    <p>
      <bdi>{full_name ?? "No contact named"}</bdi> <Reach phone={phone} />
    </p>
  );
}

function days(count: number | null): string | null {
  return count === null ? null : counted(count, "day");
}

/** On which terms we work for a company. */
export function TermsSheet({ terms }: { terms: Client["terms"] }) {
  if (terms === null) return <p className="hint">No terms noted yet.</p>;
  const rows = [
    ["Fee", terms.fee],
    ["Free replacement", days(terms.replacement_days)],
    ["Payment", days(terms.payment_days)],
    ["Remarks", terms.remarks],
  ] as const;
  return (
    <>
      <Rows
        look="sheet"
        rows={rows.flatMap(([label, value]) => (value === null ? [] : [[label, <bdi key={label}>{value}</bdi>]]))}
      />
      <p className="hint">
        {terms.updated_by && (
          <>
            <bdi>{terms.updated_by}</bdi>,{" "}
          </>
        )}
        <Moment value={terms.updated_at} />
      </p>
    </>
  );
}

/** So many of each are read. */
const MOST_LISTED = 100;

/** Who belongs to a company, and who is invited to. */
export function MemberList({ client }: { client: Client }) {
  const { members, invitations } = client;
  return (
    <>
      {(members.length === MOST_LISTED || invitations.length === MOST_LISTED) && (
        <p className="hint mb-3">
          At most the first {MOST_LISTED} people and the latest {MOST_LISTED} invitations.
        </p>
      )}
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
    </>
  );
}

/** Writes down what was talked about with a company. */
export function ClientNoteForm({ sent }: { sent: FormState | undefined }) {
  const own = sent && "body" in sent.defaultValues ? sent : undefined;
  const error = own?.errors["body"]?.message;
  return (
    <OwnedForm noValidate className="work-form mb-6">
      <Labelled name="body" label="What was said" error={error}>
        <textarea {...labelledControl({ name: "body", error })} rows={3} defaultValue={sentText(own, "body")} />
      </Labelled>
      <div className="acts items-end">
        <LabelledSelect
          name="channel"
          label="By"
          options={talkChannels}
          value={sentText(own, "channel") ?? "call"}
          empty="Note of our own"
        />
        <Button variant="outline" name="intent" value="note" busyText="Saving...">
          Note It
        </Button>
      </div>
    </OwnedForm>
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
