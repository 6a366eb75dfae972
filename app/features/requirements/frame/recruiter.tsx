import { Part } from "~/ui/layout/part";
import { MailLink, PhoneLinks } from "~/ui/pieces/reach";
import type { Contact, Recruiter } from "~/features/requirements/client/dashboard.server";
import { dayWords } from "~/lib/format/clock";
import type { Frame } from "./frame.server";
import { isEditable } from "~/features/requirements/statuses";

/** Somebody with how they are reached, in one line. */
function ContactLine({ contact: { display_name, contact_email, contact_phone } }: { contact: Contact }) {
  return (
    <>
      {display_name}
      {contact_email !== null && (
        <>
          , <MailLink to={contact_email} />
        </>
      )}
      {contact_phone !== null && (
        <>
          , <PhoneLinks text={contact_phone} />
        </>
      )}
    </>
  );
}

/** How a company reaches its recruiter, in one line: while they are away, whoever stands in. */
export function RecruiterLine({ recruiter }: { recruiter: Recruiter }) {
  const { display_name, away_until, stand_in } = recruiter;
  if (away_until === null) return <ContactLine contact={recruiter} />;
  return (
    <>
      {stand_in ? display_name : <ContactLine contact={recruiter} />} (away until {dayWords(away_until)}
      {stand_in && ", stand-in "}
      {stand_in && <ContactLine contact={stand_in} />})
    </>
  );
}

/** How a company reaches somebody about a requirement. */
function ContactCard({ contact, about }: { contact: Contact; about: string }) {
  return (
    <address className="reach">
      <strong>{contact.display_name}</strong>{" "}
      {contact.contact_email !== null && <MailLink to={contact.contact_email} about={about} />}{" "}
      {contact.contact_phone !== null && <PhoneLinks text={contact.contact_phone} />}
    </address>
  );
}

/**
 * Who looks after a requirement, and how to reach them: while they are away, how to reach whoever stands in. Of a closed one
 * that nobody has had, nothing.
 */
export function RecruiterCard({ frame }: { frame: Pick<Frame, "recruiter" | "status" | "job_title"> }) {
  const { recruiter, status, job_title } = frame;
  if (!recruiter && !isEditable(status)) return null;
  return (
    <Part id="recruiter" title="Your recruiter" heading="ruled">
      {recruiter?.stand_in && (
        <p>
          <strong>{recruiter.display_name}</strong>, away until {dayWords(recruiter.away_until ?? "")}. Stand-in:
        </p>
      )}
      {recruiter ? (
        <ContactCard contact={recruiter.stand_in ?? recruiter} about={job_title} />
      ) : (
        <p>No recruiter yet: our whole team looks after it.</p>
      )}
    </Part>
  );
}
