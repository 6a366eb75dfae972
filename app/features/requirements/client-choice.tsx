import { z } from "zod";
import type { Tables } from "~/lib/database.types";
import type { Options } from "~/lib/schema";
import { FieldError, fieldId } from "~/ui/field";
import type { Suggestion } from "./conversion.server";

/** The choice that makes a company of whoever sent the posting. */
export const INVITE = "invite";

export const clientChoice = z.union([z.literal(INVITE), z.guid()], "Choose the company");

const REASONS: Record<string, string> = {
  address: "the sender's address is one of its people's",
  name: "of the same name",
  words: "of a similar name",
};

/** For which company the requirement can be: one that is here, or the sender's, who is invited to own it. */
export function clientOptions(
  suggestions: readonly Suggestion[],
  { company, contact_name, contact_email }: Tables<"public_job_submissions">,
): Options {
  return [
    ...suggestions.map(
      ({ id, company_name, reason }) => [id, `${company_name} (${REASONS[reason] ?? reason})`] as const,
    ),
    [INVITE, `A new company, ${company}: ${contact_name} is invited to own it, by a mail to ${contact_email}`],
  ];
}

/** The entries in which the form carries its choices along, so that they stay while the backend can't tell them. */
export const OFFERED = "offered";

/** The choices that a form has brought back. */
export function offeredOptions(entries: readonly string[] = []): Options {
  return entries.flatMap((entry) => {
    const at = entry.indexOf(" ");
    const value = entry.slice(0, at);
    return clientChoice.safeParse(value).success ? [[value, entry.slice(at + 1)] as const] : [];
  });
}

type ClientChoiceProps = { options: Options; chosen: string | undefined; error: string | undefined };

/** Asks for which company the requirement is. */
export function ClientChoice({ options, chosen, error }: ClientChoiceProps) {
  return (
    <fieldset className="part">
      <legend>For which company</legend>
      <FieldError name="client" error={error} />
      {options.map(([value, label], index) => (
        <label key={value} className="check">
          <input
            type="radio"
            name="client"
            id={index === 0 ? fieldId("client") : undefined}
            value={value}
            defaultChecked={chosen === value}
          />
          <span>{label}</span>
          <input type="hidden" name={OFFERED} value={`${value} ${label}`} />
        </label>
      ))}
    </fieldset>
  );
}
