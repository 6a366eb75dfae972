import { FieldError, fieldId } from "~/ui/forms/field";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { Button } from "~/ui/forms/button";
import type { Caller, EarlierEnquiry, LikelyCandidate, LikelyClient } from "./enquiries.server";
import { hitValue, tellsPerson, type HitKind } from "./hits";

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

/** Fills the form with what is known of one of them: what was typed stays. */
function ThemButton({ kind, id, name }: { kind: HitKind; id: string; name: string }) {
  return (
    <Button variant="outline" name="intent" value={hitValue(kind, id)} formAction={`#${CALLER_ID}`}>
      It Is Them<bdi className="sr-only">: {name}</bdi>
    </Button>
  );
}

/** Candidates, each with the way to the record. */
function Candidates({ candidates }: { candidates: LikelyCandidate[] }) {
  return (
    <ul className="lines hits-of">
      {candidates.map(({ id, full_name, headline, city, reason }) => (
        <li key={id}>
          <span>
            <a href={`/team/candidates/${id}`}>
              <bdi>{full_name}</bdi>
            </a>{" "}
            <span className="hint">
              {REASONS[reason]}
              <AlsoNamed name={headline} />
              <AlsoNamed name={city} />
            </span>
          </span>
          <ThemButton kind="candidate" id={id} name={full_name} />
        </li>
      ))}
    </ul>
  );
}

type ClientRadioProps = { client: LikelyClient; isChosen: boolean };

function ClientRadio({ client, isChosen }: ClientRadioProps) {
  const { id, company_name, full_name, reason, is_known } = client;
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
      <span className="actions">
        <a href={`/team/clients/${id}`}>
          Open <bdi className="sr-only">{company_name}</bdi>
        </a>
        {tellsPerson(reason) && <ThemButton kind="client" id={id} name={full_name ?? company_name} />}
      </span>
    </li>
  );
}

/** What has come before, each with the way to it. @param describe its kind, when it came and how far it is, in words */
function Earlier({ enquiries, describe }: { enquiries: EarlierEnquiry[]; describe: (one: EarlierEnquiry) => string }) {
  return (
    <ul className="lines hits-of">
      {enquiries.map((one) => (
        <li key={one.id}>
          <span>
            <a href={`/team/inbox/${one.id}`}>
              <bdi>{one.title ?? `From ${one.sender}`}</bdi>
            </a>{" "}
            <span className="hint">
              <bdi>{one.sender}</bdi>, {describe(one)}, {REASONS[one.reason]}
            </span>
          </span>
          <ThemButton kind="item" id={one.id} name={one.sender} />
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
  const { candidates, clients, enquiries }: Caller = caller ?? { candidates: [], clients: [], enquiries: [] };
  const [first, ...others] = clients.filter(({ reason }) => reason !== "words");
  const only = first?.is_known && first.reason === "address" && others.length === 0 ? first.id : undefined;
  const choice = chosen !== undefined && (chosen === NONE || clients.some(({ id }) => id === chosen)) ? chosen : only;
  return (
    <section id={CALLER_ID} aria-labelledby="who" className="found">
      <h2 id="who" className="text-lg">
        Possible matches
      </h2>
      {!caller && (
        <p className="hint">Candidates, clients and earlier enquiries, by number, address, name and company.</p>
      )}
      {caller && [candidates, clients, enquiries].every((hits) => hits.length === 0) && <p>No match.</p>}
      {candidates.length > 0 && (
        <>
          <h3 className="label">Candidates</h3>
          <Candidates candidates={candidates} />
        </>
      )}
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
      {enquiries.length > 0 && (
        <>
          <h3 className="label">Came before</h3>
          <Earlier enquiries={enquiries} describe={describe} />
        </>
      )}
    </section>
  );
}
