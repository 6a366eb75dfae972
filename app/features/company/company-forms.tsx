import { companyPath } from "~/content/navigation";
import type { FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { EmailField, PhoneField, SelectField, TextField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { VersionedForm } from "~/ui/forms/versioned-form";
import { PostForm } from "~/ui/forms/post-form";
import type { Company, Member } from "./company.server";
import { accessOptions, type CompanyEntries, type Invite } from "./schema";

export const companyLabels = { company_name: "Company Name", full_name: "Contact Person", phone: "Phone" } as const;
export const companyGroups = [["company_name"], ["full_name"], ["phone"]] as const;
type Field = keyof typeof companyLabels;

/** The profile, as text. */
export function companyEntries(company: Pick<Company, Field> | undefined): Record<Field, string> {
  return {
    company_name: company?.company_name ?? "",
    full_name: company?.full_name ?? "",
    phone: company?.phone ?? "",
  };
}

type CompanyFormProps = {
  /** Undefined while the backend can't tell: then the entries that were sent stand alone. */
  company: Company | undefined;
  /** The form as it came back, if it was sent. */
  sent: FormState | undefined;
};

/** Writes the company's profile. */
export function CompanyForm({ company, sent }: CompanyFormProps) {
  const saved = companyEntries(company);
  const form = usePostedForm<Record<Exclude<keyof CompanyEntries, "version">, string>>(saved);
  return (
    <VersionedForm
      groups={companyGroups}
      labels={companyLabels}
      saved={saved}
      version={company?.version}
      sent={sent}
      cancelPath={companyPath}
    >
      <TextField
        form={form}
        name="company_name"
        label={companyLabels.company_name}
        required
        autoComplete="organization"
        hint="As your recruiter and your colleagues see it."
      />
      <TextField form={form} name="full_name" label={companyLabels.full_name} hint="Whom we ask for when we call." />
      <PhoneField form={form} name="phone" />
    </VersionedForm>
  );
}

/** Writes what somebody is called. @param own they as they are saved, unless the backend can't tell */
export function OwnNameForm({ own, seen }: { own: Member | undefined; seen: string }) {
  const form = usePostedForm({ own_name: own?.full_name ?? "" });
  return (
    <OwnedForm noValidate className="grid gap-5">
      <input type="hidden" name="version" value={own?.version ?? seen} />
      <TextField
        form={form}
        name="own_name"
        label="Your Name"
        required
        autoComplete="name"
        hint="As your colleagues and your recruiter see it."
      />
      <p>
        <Button busyText="Saving...">
          Save<span className="sr-only"> your name</span>
        </Button>
      </p>
    </OwnedForm>
  );
}

/** Invites a colleague: their mail leads to a page that makes them one. */
export function InviteForm() {
  const form = usePostedForm<Record<keyof Invite, string>>();
  return (
    <PostForm intent="invite" button="Invite" busyText="Inviting...">
      <EmailField form={form} name="email" label="Email" autoComplete="email" />
      <SelectField form={form} name="access" label="Access" required options={accessOptions} />
      <TextField form={form} name="full_name" label="Name" />
    </PostForm>
  );
}
