import { Form } from "react-router";
import { useRemixForm } from "remix-hook-form";
import type { FormState } from "~/lib/forms/form";
import type { Options } from "~/lib/format/schema";
import { Button } from "~/ui/forms/button";
import { SelectField, TextAreaField } from "~/ui/forms/field";
import { statuses, statusOf, type Status } from "~/features/requirements/statuses";

/** What a form carries of the page it is on. */
export type Seen = { version: number | string; since: string };

/** The hidden entries of such a form. */
export function SeenFields({ version, since }: Seen) {
  return (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="since" value={since} />
    </>
  );
}

/** Gives a requirement another status, one that the team may give it now; any, while it can't be told which it has. */
export function StatusForm({ status, ...seen }: Seen & { status?: Status }) {
  const form = useRemixForm<{ status: string; reason: string }>({
    defaultValues: { status: "", reason: "" },
    stringifyAllValues: false,
  });
  const next = status && statusOf(status).next.team;
  const options: Options = statuses.filter(([each]) => next?.includes(each) ?? true);
  return (
    <Form method="post" noValidate className="grid gap-4">
      <SeenFields {...seen} />
      <SelectField form={form} name="status" label="New status" required options={options} prompt="Choose" />
      <TextAreaField form={form} name="reason" label="Reason" hint="When it is closed. The company reads it." />
      <Button name="intent" value="status" busyText="Saving...">
        Change Status
      </Button>
    </Form>
  );
}

/** Puts somebody of the team in charge of a requirement: its company sees who. */
export function RecruiterForm({ recruiter, people, ...seen }: Seen & { recruiter: string; people: Options }) {
  const form = useRemixForm<{ recruiter: string }>({ defaultValues: { recruiter }, stringifyAllValues: false });
  return (
    <Form method="post" noValidate className="grid gap-4">
      <SeenFields {...seen} />
      <SelectField form={form} name="recruiter" label="In charge" options={people} prompt="Nobody" />
      <Button variant="outline" name="intent" value="recruiter" busyText="Saving...">
        Put in Charge
      </Button>
    </Form>
  );
}

/** The form that was sent, with its entries, while the requirement itself can't be shown. */
export function SentForm({ entries }: { entries: FormState["defaultValues"] }) {
  const { version, since, recruiter } = entries;
  const seen = { version: String(version), since: String(since) };
  if (recruiter === undefined) return <StatusForm {...seen} />;
  const chosen = String(recruiter);
  return <RecruiterForm recruiter={chosen} people={chosen ? [[chosen, "The colleague you chose"]] : []} {...seen} />;
}
