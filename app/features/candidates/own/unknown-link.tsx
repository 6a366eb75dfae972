import { LinkForm } from "./link-form";

/** What stands where a link leads nowhere: unknown, ended and malformed ones are alike. */
export function UnknownLink() {
  return (
    <>
      <p className="empty">
        This link does not work any more, or was never sent. Open the newest mail from us, or ask for a new link.
      </p>
      <LinkForm />
    </>
  );
}
