import { readableAddress } from "~/lib/schema/address";
import { ChangeAddressForm, ChooseForm, ConfirmForm, NewPasswordForm } from "~/features/accounts/forms/password-forms";

type MailLinkCardProps = {
  kind: "signup" | "recovery" | "email_change";
  email: string;
  new_email: string | null;
  company: string | null;
  /** Who else is signed in here now. */
  other: string | null;
  isChoosing: boolean;
  choosePath: string;
  confirmPath: string;
};

const TITLES = {
  signup: "Confirm your account",
  recovery: "Set a new password",
  email_change: "Confirm your new e-mail address",
} as const;

/** What the page of a mail's link is called. */
export function mailLinkTitle(kind: MailLinkCardProps["kind"]): string {
  return TITLES[kind];
}

/** Whose account it is, and what becomes of who is signed in now. */
function Whose({ email, new_email, company, other, isChoosing }: MailLinkCardProps) {
  return (
    <>
      <p>
        This link is for the account of <strong>{readableAddress(email)}</strong>
        {company !== null && !isChoosing && (
          <>
            , <strong>{company}</strong>
          </>
        )}
        {new_email !== null && (
          <>
            , which is to become <strong>{readableAddress(new_email)}</strong>
          </>
        )}
        .
      </p>
      {other !== null && (
        <p>
          You are signed in as <strong>{readableAddress(other)}</strong> now. If you go on, you are signed in as{" "}
          <strong>{readableAddress(email)}</strong> instead.
        </p>
      )}
    </>
  );
}

/** Asks before a mail's link is used (docs/decisions/accounts.md): whose it is, and the one form that uses it. */
export function MailLinkCard(props: MailLinkCardProps) {
  const { kind, company, isChoosing, choosePath, confirmPath } = props;
  return (
    <>
      <Whose {...props} />
      {kind === "recovery" && <NewPasswordForm />}
      {kind === "email_change" && <ChangeAddressForm />}
      {kind === "signup" && !isChoosing && (
        <>
          <ConfirmForm />
          <p>
            Forgotten it, {company !== null && "not your company, "}or not signed up by you?{" "}
            <a href={choosePath}>Choose a new password{company !== null && " and tell us your company"}</a>
          </p>
        </>
      )}
      {kind === "signup" && isChoosing && (
        <>
          <p>What was entered at sign-up is dropped: only what you enter here counts.</p>
          {company === null ? <NewPasswordForm /> : <ChooseForm />}
          <p>
            <a href={confirmPath}>Use the password of the sign-up</a>
          </p>
        </>
      )}
    </>
  );
}
