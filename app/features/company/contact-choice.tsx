import type { Options } from "~/lib/schema/fields";
import type { FormState } from "~/lib/forms/form";
import { LabelledSelect } from "~/ui/forms/labelled";
import type { Company, Member } from "./company.server";
import { nameOf } from "./members";
import { NOBODY } from "./schema";

type ContactChoiceProps = {
  company: Company | undefined;
  /** Who goes. */
  person: Pick<Member, "user_id"> | undefined;
  /** Of them, as a sentence begins with it. */
  words: string;
  state: FormState | undefined;
};

/** Of somebody who goes and is their company's contact: who is that then. What was chosen stays while the company can't be shown. */
export function ContactChoice({ company, person, words, state }: ContactChoiceProps) {
  const chosen = String(state?.defaultValues["contact"] ?? "");
  if (!company) return chosen === "" ? null : <input type="hidden" name="contact" value={chosen} />;
  if (!person || company.contact_user_id !== person.user_id) return null;
  const others: Options = company.members
    .filter(({ user_id, full_name }) => user_id !== person.user_id && full_name !== null)
    .map((member) => [member.user_id, nameOf(member)]);
  return (
    <>
      <p>
        {words} also your company&apos;s <strong>contact</strong>, whom our team writes to and calls. That name and
        number go too.
      </p>
      <LabelledSelect
        name="contact"
        label="Who is the contact then"
        options={[...others, [NOBODY, "Nobody for now"]]}
        value={chosen}
        empty="Choose"
        error={state?.errors["contact"]?.message}
      />
    </>
  );
}
