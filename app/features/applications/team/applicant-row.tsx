import { dayWords, daysUntil, dueDayWords } from "~/lib/format/clock";
import { firstCharacters, oneLine } from "~/lib/format/text";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { Badge } from "~/ui/pieces/badge";
import { CallLinks } from "~/ui/pieces/reach";
import { TypedOtherwiseLines } from "~/ui/pieces/typed-otherwise";
import type { Applicant } from "./applicants.server";
import { APPLICANTS_FORM, OPENED_ANCHOR, READ_ON } from "./applicants";

/** Where the pages of an applicant are, which the route knows. */
export type ApplicantPaths = {
  entry: (entry: string) => string;
  candidate: (candidate: string) => string;
  /** The form of a record, with what was typed for an entry. */
  typed: (candidate: string, entry: string) => string;
  anchor: (entry: string) => string;
};

type RowProps = {
  applicant: Applicant;
  /** How much of their words stands in the list: all of it stands where they are opened. */
  excerptLength: number;
  company: string;
  paths: ApplicantPaths;
  isOpen: boolean;
  isTicked: boolean;
};

/** What they have agreed to, and whether we know them. */
function Badges({ applicant: { yes, is_kept, is_known, in_process } }: Pick<RowProps, "applicant">) {
  return (
    <>
      {is_known && (
        <Badge colour="orange" label="Record">
          Known
        </Badge>
      )}{" "}
      {yes === "card" && (
        <Badge colour="green" label="Agreed">
          May show
        </Badge>
      )}{" "}
      {is_kept && (
        <Badge colour="blue" label="Agreed">
          May keep
        </Badge>
      )}{" "}
      {in_process > 0 && (
        <Badge colour="yellow" label="Other jobs">
          {`In process: ${in_process}`}
        </Badge>
      )}
    </>
  );
}

/** Why somebody can't be taken on, or has to be looked at before. */
function Warning({ applicant, company }: Pick<RowProps, "applicant" | "company">) {
  const { erase_at, is_never, near_names, yes } = applicant;
  if (erase_at) return <p className="late">They want everything about them deleted: you can only turn them down.</p>;
  if (is_never) {
    return (
      <p className="late">
        <bdi>{company}</bdi> must not see them: it is on their list, or they work there. You can only turn them down.
      </p>
    );
  }
  return (
    <>
      {near_names.length > 0 && (
        <p className="late">
          On their list, or their employer: <bdi>{near_names.join(", ")}</bdi>. Is that <bdi>{company}</bdi>?
        </p>
      )}
      {yes === "other_card" && (
        <p className="hint">Agreed to be shown, but their record has another card: you ask anew.</p>
      )}
    </>
  );
}

/** Their words for this job: the beginning, and all of it where they are opened. */
function Said({ applicant: { said }, isOpen, excerptLength }: RowProps) {
  if (said === undefined) return null;
  const words = oneLine(said);
  const excerpt = firstCharacters(words, excerptLength);
  return (
    <p className={isOpen ? "said" : undefined}>
      “<bdi>{isOpen ? said : excerpt}</bdi>
      {isOpen || excerpt === words ? "”" : "…”"}
    </p>
  );
}

/** An applicant, as a recruiter decides about them: who, where, from when, what they can, why they want it. */
export function ApplicantRow(props: RowProps) {
  const { applicant, paths, isOpen, isTicked } = props;
  const { id, full_name, city, notice_period, employer, headline, phone, skills, applied_at, answer_by } = applicant;
  const details = [city, notice_period, headline, employer].filter(Boolean).join(" · ");
  const isLate = daysUntil(answer_by) < 0;
  return (
    <li id={isOpen ? paths.anchor(id) : undefined}>
      <div className="entry">
        <input
          type="checkbox"
          name="applicant"
          value={versionedIdText(applicant)}
          form={APPLICANTS_FORM}
          defaultChecked={isTicked}
          aria-label={full_name}
        />
        <div>
          <h3 id={isOpen ? OPENED_ANCHOR : undefined}>
            {isOpen ? (
              <a href={paths.candidate(applicant.candidate_id)}>
                <bdi>{full_name}</bdi>
              </a>
            ) : (
              // No link: it leaves the ticks as they are.
              <button name="intent" value={READ_ON} form={APPLICANTS_FORM} formAction={paths.entry(id)}>
                <bdi>{full_name}</bdi>
              </button>
            )}
          </h3>{" "}
          <Badges {...props} /> {isOpen && phone && <CallLinks text={phone} />}
          <p>
            <bdi>{details}</bdi>
            {`${details && " · "}applied ${dayWords(applied_at)}`}{" "}
            {isLate && <span className="late">was to be answered by {dueDayWords(answer_by)}</span>}
          </p>
          {skills.length > 0 && (
            <p>
              <bdi>{skills.join(", ")}</bdi>
            </p>
          )}
          <Said {...props} />
          <TypedOtherwiseLines
            typed={applicant.differs}
            takeOver={
              <a href={paths.typed(applicant.candidate_id, id)}>
                Take it over<span className="sr-only"> into the record of {full_name}</span>
              </a>
            }
          />
          <Warning {...props} />
        </div>
      </div>
    </li>
  );
}
