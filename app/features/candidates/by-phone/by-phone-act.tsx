import type { Entry } from "~/features/candidates/team/shortlist/shortlist.server";
import { ButtonLink } from "~/ui/forms/button";
import { byPhonePath } from "./by-phone";

/** The way to asking somebody by phone; of one whom the reader has asked so, to the link once more. @param props.isNext is that what is to be done with them? */
export function ByPhone({ entry, isNext }: { entry: Entry; isNext: boolean }) {
  const { id, requirement_id, question } = entry;
  if (!isNext && !question?.has_link) return null;
  return (
    <ButtonLink href={byPhonePath(requirement_id, id)} variant={isNext ? "primary" : "outline"}>
      {isNext ? "Ask by Their Phone" : "Send the Link Again"}
    </ButtonLink>
  );
}
