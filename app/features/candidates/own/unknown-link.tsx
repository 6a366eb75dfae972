import { LinkForm } from "./link-form";

/** What stands where a link leads nowhere: unknown, ended and malformed ones are alike. */
export function UnknownLink() {
  return (
    <>
      <p className="empty">
        This link no longer works, or we never sent it. Open our newest mail, or ask for a new link. Did it come to your
        phone? Then ask your recruiter for a new one.
      </p>
      <LinkForm />
    </>
  );
}
