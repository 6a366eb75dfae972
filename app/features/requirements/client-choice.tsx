import { z } from "zod";
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

type ClientChoiceProps = {
  suggestions: Suggestion[];
  sender: { name: string; email: string; company: string };
  chosen: string | undefined;
  error: string | undefined;
};

/** For which company the requirement is: one that is here, or the sender's, who is invited to own it. */
export function ClientChoice({ suggestions, sender, chosen, error }: ClientChoiceProps) {
  const options: [value: string, label: string][] = [
    ...suggestions.map(({ id, company_name, reason }): [string, string] => [
      id,
      `${company_name} (${REASONS[reason] ?? reason})`,
    ]),
    [INVITE, `A new company, ${sender.company}: ${sender.name} is invited to own it, by a mail to ${sender.email}`],
  ];
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
        </label>
      ))}
    </fieldset>
  );
}
