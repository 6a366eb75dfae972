import { createContext, useContext, type ComponentProps } from "react";
import { useLocation } from "react-router";
import { COMPANY_KEY, OWNER_KEY } from "~/lib/forms/form";

/** For whom the page was made (lib/forms/owner.server); undefined for whoever is signed out. */
export const OwnerContext = createContext<string | undefined>(undefined);

/** For which company of theirs it was made; undefined where that does not matter. */
export const CompanyContext = createContext<string | undefined>(undefined);

/** Says for whom a form was made, and for which company: its post is taken for no other (`formOwner`). */
function OwnerField() {
  const owner = useContext(OwnerContext);
  const company = useContext(CompanyContext);
  return (
    owner && (
      <>
        <input type="hidden" name={OWNER_KEY} value={owner} />
        {company !== undefined && <input type="hidden" autoComplete="off" name={COMPANY_KEY} value={company} />}
      </>
    )
  );
}

/**
 * A form that is posted from a page for signed-in people, or from one that they may be on: to the page's own address unless it
 * says another, without the part behind "#", which a browser would carry on to where the answer leads.
 */
export function OwnedForm({ children, ...attributes }: ComponentProps<"form">) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={pathname + search} {...attributes}>
      <OwnerField />
      {children}
    </form>
  );
}
