import { FieldError, fieldId } from "~/ui/forms/field";
import { AlsoNamed } from "~/ui/pieces/also-named";
import type { Caller, EarlierEnquiry, LikelyClient } from "./enquiries.server";

/** Why somebody may be a caller, in words of ours. */
const REASONS: Record<string, string> = {
  number: "same number",
  address: "same address",
  invited: "invited by the team",
  name: "same name",
  words: "similar name",
  company: "same company",
};

/** What stands for no company. */
const NONE = "";

type ClientRadioProps = { client: LikelyClient; isChosen: boolean };

function ClientRadio({ client: { id, company_name, full_name, reason, is_known }, isChosen }: ClientRadioProps) {
  return (
    <li>
      <label className="check">
        <input type="radio" name="client" value={id} defaultChecked={isChosen} />
        <span>
          <bdi>{company_name}</bdi>{" "}
          <span className="hint">
            {REASONS[reason]}
            <AlsoNamed name={full_name} />
            {!is_known && ", not known to the team yet"}
          </span>
        </span>
      </label>{" "}
      <a href={`/team/clients/${id}`}>
        Open <bdi className="sr-only">{company_name}</bdi>
      </a>
    </li>
  );
}

/** What has come before, each with the way to it. @param describe its kind, when it came and how far it is, in words */
function Earlier({ enquiries, describe }: { enquiries: EarlierEnquiry[]; describe: (one: EarlierEnquiry) => string }) {
  return (
    <ul className="lines">
      {enquiries.map((one) => (
        <li key={one.id}>
          <a href={`/team/inbox/${one.id}`}>
            <bdi>{one.title ?? `From ${one.sender}`}</bdi>
          </a>{" "}
          <span className="hint">
            <bdi>{one.sender}</bdi>, {describe(one)}, {REASONS[one.reason]}
          </span>
        </li>
      ))}
    </ul>
  );
}

type CallerProps = {
  /** Null before anybody was looked up. */
  caller: Caller | null;
  /** The company that was chosen. */
  chosen: string | undefined;
  error: string | undefined;
  describe: (one: EarlierEnquiry) => string;
};

/** Where the page shows who it may be. */
export const CALLER_ID = "caller";

/**
 * Who a caller may be, and which company what they want is connected to: the one that stands alone is chosen, if the team
 * knows it and the address is a member's. Names and numbers are what anybody says of a company.
 */
export function CallerMatches({ caller, chosen, error, describe }: CallerProps) {
  const clients = caller?.clients ?? [];
  const [first, ...others] = clients.filter(({ reason }) => reason !== "words");
  const only = first?.is_known && first.reason === "address" && others.length === 0 ? first.id : undefined;
  const choice = chosen !== undefined && (chosen === NONE || clients.some(({ id }) => id === chosen)) ? chosen : only;
  return (
    <section id={CALLER_ID} aria-labelledby="who" className="found">
      <h2 id="who" className="text-lg">
        Possible matches
      </h2>
      {!caller && <p className="hint">Looked up by number, address and company, each time you press the button.</p>}
      {caller && clients.length === 0 && caller.enquiries.length === 0 && <p>No match.</p>}
      {clients.length > 0 && (
        <fieldset>
          <legend className="label">Of the company</legend>
          <FieldError name="client" error={error} />
          <input type="hidden" name="looked" value="yes" />
          <ul>
            {clients.map((client) => (
              <ClientRadio key={client.id} client={client} isChosen={choice === client.id} />
            ))}
            <li>
              <label className="check">
                <input
                  type="radio"
                  name="client"
                  id={fieldId("client")}
                  value={NONE}
                  defaultChecked={choice === undefined || choice === NONE}
                />
                <span>None of these</span>
              </label>
            </li>
          </ul>
        </fieldset>
      )}
      {caller && caller.enquiries.length > 0 && (
        <>
          <h3 className="label">Came before</h3>
          <Earlier enquiries={caller.enquiries} describe={describe} />
        </>
      )}
    </section>
  );
}
