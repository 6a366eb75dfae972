import { createContext, useContext, type ComponentProps } from "react";
import { OWNER_KEY } from "~/lib/forms/form";

/** For whom the page was made (lib/forms/owner.server); undefined for whoever is signed out. */
export const OwnerContext = createContext<string | undefined>(undefined);

/** Says for whom a form was made: its post is taken in no other account's session (`formOwner`). */
export function OwnerField() {
  const owner = useContext(OwnerContext);
  return owner && <input type="hidden" name={OWNER_KEY} value={owner} />;
}

/** A form that is posted from a page for signed-in people, or from one that they may be on. */
export function OwnedForm({ children, ...attributes }: ComponentProps<"form">) {
  return (
    <form method="post" {...attributes}>
      <OwnerField />
      {children}
    </form>
  );
}
