import { useLocation } from "react-router";
import { titled } from "~/lib/format/titles";
import { ButtonLink } from "~/ui/forms/button";
import { PageHeader } from "./page-header";

/** What to tell a person about a status, in plain words. */
const EXPLANATIONS: Record<number, [title: string, lead: string]> = {
  400: ["This request could not be read", "Go back: your entries are still there. Then send the form once more."],
  403: [
    "This form was sent from another site",
    "Go back, open the form at the site's own address, and send it again. Your entries are still there when you go back.",
  ],
  405: ["This page can't be used that way", "Open it with its link, or use the form on it."],
  413: [
    "That was too much at once",
    "The form takes up to 1 MB. Go back: your entries are still there. Shorten the longest one, and send it again.",
  ],
  415: ["This kind of message is not understood", "Use the form on the page."],
  429: [
    "That was too often",
    "Wait a minute, and try again. If you sent a form, go back first: your entries are still there.",
  ],
  503: [
    "The site can't do that just now",
    "Please try again in a moment. If you sent a form, go back first: your entries are still there.",
  ],
  421: ["This address is not ours", "Use the site's own address."],
};

type ErrorPageProps = {
  status: number;
  requestId: string | undefined;
  /** Where to go on, for somebody who works here. */
  home: { label: string; path: string } | undefined;
  /** What a link from elsewhere has asked for, which notes that somebody has. */
  again?: string | undefined;
};

/** The not-found page (§2), and the page for whatever else went wrong, in the site's frame. */
export function ErrorPage({ status, requestId, home, again }: ErrorPageProps) {
  if (status === 404) return <NotFound home={home} />;
  if (again !== undefined) return <OpenHere path={again} />;
  const [title, lead] = EXPLANATIONS[status] ?? [
    "Something went wrong on our side",
    "Please try again in a moment. Nothing you sent before is lost.",
  ];
  return (
    <>
      <title>{titled(`Error: ${title}`)}</title>
      <PageHeader title={title} lead={lead}>
        {requestId && <p className="hint mt-4">Reference: {requestId}</p>}
        <p className="mt-8">
          <ButtonLink href="/">Return to Home</ButtonLink>
        </p>
      </PageHeader>
    </>
  );
}

function OpenHere({ path }: { path: string }) {
  const title = "Do you want to open this?";
  return (
    <>
      <title>{titled(title)}</title>
      <PageHeader
        title={title}
        lead="We note each time who opens this, so it opens by your own press alone, and by no link from elsewhere."
      >
        <p className="mt-8">
          <ButtonLink href={path}>Open It</ButtonLink>
        </p>
      </PageHeader>
    </>
  );
}

/** A page that is specified to be none: whoever follows the link there wants this (docs/decisions/specification.md). */
const FORGOT_PASSWORD = "/forgot-password";

function NotFound({ home }: Pick<ErrorPageProps, "home">) {
  const { pathname } = useLocation();
  const title = <title>{titled("Page not found")}</title>;
  if (home) {
    return (
      <>
        {title}
        <PageHeader title="404" lead="Oops! Page not found" isWork>
          <ButtonLink href={home.path}>{home.label}</ButtonLink>
        </PageHeader>
      </>
    );
  }
  return (
    <>
      {title}
      <PageHeader title="404" lead="Oops! Page not found">
        <p className="actions mt-8">
          <ButtonLink href="/">Return to Home</ButtonLink>
          {pathname === FORGOT_PASSWORD && (
            <ButtonLink href="/client-auth?view=forgot" variant="outline">
              Reset Your Password
            </ButtonLink>
          )}
        </p>
      </PageHeader>
    </>
  );
}
