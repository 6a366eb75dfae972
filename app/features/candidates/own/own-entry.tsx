import { Badge } from "~/ui/pieces/badge";
import { Moment } from "~/ui/pieces/moment";
import { CandidateCard } from "~/features/candidates/card";
import { isShown } from "~/features/candidates/states";
import type { OwnEntry } from "./own-page";
import { AppliedForWords, JobFacts } from "./job-facts";
import { Reached } from "./question-card";
import { EntryForms } from "./own-entry-forms";
import { Standing, standingOf, Traces } from "./own-entry-standing";

/** Somebody for one job: which company, what it sees, what has become of it, and what they can do about it. */
export function OwnEntryItem({ entry }: { entry: OwnEntry }) {
  const { company, job_title, location, card, pitch, is_blind, contact_opened_at, name, recruiter, words } = entry;
  const [colour, label] = standingOf(entry);
  const shown = isShown(entry.state) ? "What they see" : "What they would see";
  return (
    <li className="own-entry">
      <div className="titled">
        <h3 className="text-lg">
          <bdi>{company ?? "A company"}</bdi>
        </h3>{" "}
        <Badge colour={colour} label="State">
          {label}
        </Badge>
      </div>
      <JobFacts job_title={job_title} location={location} about={entry.is_open ? entry.about : undefined} />
      <AppliedForWords {...entry} />
      {/* What the recruiter is still at is nobody's card yet. */}
      {!entry.is_changed && (
        <>
          <p className="hint">
            {shown}, {is_blind && !contact_opened_at ? "without your name" : "under your name"}
            {contact_opened_at && " and with your contact details"}
            {entry.is_by_mail && ", by mail or on paper: the company has no account with us"}:
          </p>
          <CandidateCard name={name} card={card} pitch={pitch} seal={entry.seal} heading="h4" />
        </>
      )}
      <EntryForms {...entry} />
      <Traces {...entry} />
      <p>
        <Standing entry={entry} />
      </p>
      {words.map(({ words: said, released_at, is_current }) => (
        <blockquote key={released_at} className="said">
          <p>{said}</p>
          <footer className="hint">
            Their message to you, <Moment value={released_at} />
            {!is_current && ", sent with an earlier answer"}
          </footer>
        </blockquote>
      ))}
      {recruiter && (
        <p>
          Your recruiter: <Reached recruiter={recruiter} />
        </p>
      )}
    </li>
  );
}
