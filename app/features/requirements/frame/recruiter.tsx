import { Part } from "~/ui/layout/part";
import { MailLink, PhoneLinks } from "~/ui/pieces/reach";
import type { Recruiter } from "~/features/requirements/client/dashboard.server";
import type { Frame } from "./frame.server";
import { isEditable } from "~/features/requirements/statuses";

/** How a company reaches its recruiter, in one line. */
export function RecruiterLine({ recruiter }: { recruiter: Recruiter }) {
  const { display_name, contact_email, contact_phone } = recruiter;
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

/** Who looks after a requirement, and how to reach them; of a closed one that nobody has had, nothing. */
export function RecruiterCard({ frame }: { frame: Pick<Frame, "recruiter" | "status" | "job_title"> }) {
  const { recruiter, status, job_title } = frame;
  if (!recruiter && !isEditable(status)) return null;
  return (
    <Part id="recruiter" title="Your recruiter" heading="ruled">
      {recruiter ? (
        <address className="reach">
          <strong>{recruiter.display_name}</strong>{" "}
          {recruiter.contact_email !== null && <MailLink to={recruiter.contact_email} about={job_title} />}{" "}
          {recruiter.contact_phone !== null && <PhoneLinks text={recruiter.contact_phone} />}
        </address>
      ) : (
        <p>No recruiter yet: our whole team looks after it.</p>
      )}
    </Part>
  );
}
