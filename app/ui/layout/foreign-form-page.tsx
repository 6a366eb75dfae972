import { isRowId } from "~/lib/schema/fields";
import { titled } from "~/lib/format/titles";
import { OF_ANOTHER, ofAnotherCompany, TOKEN_KEY, type ForeignForm } from "~/lib/forms/form";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Rows } from "~/ui/pieces/rows";
import { PageHeader } from "./page-header";
import { Part } from "./part";

/** What forms carry that nobody has typed. */
const UNTYPED: readonly string[] = [TOKEN_KEY, "intent", "version", "seen", "draft_version", "draft_marks", "digest"];

/** What was typed, as far as it can be told from what a form carries by itself: each field once, in words. */
function typedIn(entries: ForeignForm["entries"]): [label: string, value: string][] {
  const typed = new Map<string, string>();
  for (const [name, value] of entries) {
    if (value.trim() === "" || UNTYPED.includes(name) || isRowId(value)) continue;
    const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
    const label = words.charAt(0).toUpperCase() + words.slice(1);
    const before = typed.get(label);
    typed.set(label, before === undefined ? value : `${before}\n${value}`);
  }
  return [...typed];
}

type ForeignFormPageProps = ForeignForm & {
  /** Who is signed in; undefined where the address is not known. */
  email: string | undefined;
};

/** Instead of a page whose form was made for another account than the one that is signed in, or another company of theirs: what it held, and the ways on. */
export function ForeignFormPage({ isOfAnother, company, path, entries, email }: ForeignFormPageProps) {
  const moved = company === undefined ? undefined : ofAnotherCompany(company);
  const isUnsaid = !isOfAnother && !moved;
  const title = isUnsaid ? "Look at who is signed in" : (moved ?? OF_ANOTHER).title;
  const typed = typedIn(entries);
  const who = email === undefined ? "another account" : <strong>{email}</strong>;
  return (
    <>
      <title>{titled(`Error: ${title}`)}</title>
      <PageHeader title={title} lead="Nothing was saved or sent. What you entered is below." isWork />
      <div className="wrap pb-16">
        <div className="form-column grid grid-cols-1 gap-5" role="alert">
          {moved && <p>{moved.text}</p>}
          {isUnsaid && (
            <p>In this browser {who} is signed in. The form you sent does not say whose it is: is it theirs?</p>
          )}
          {isOfAnother && (
            <>
              <p>In this browser {who} is signed in now, and the form you sent is not theirs.</p>
              <p>
                To send it as the account that opened it, leave this page open. In a new tab, sign out and{" "}
                <a href="/client-auth" target="_blank" rel="noreferrer">
                  sign in as that account
                </a>
                , then come back here and press Send Again: until then nothing is sent. To do the same with the account
                that is signed in now, <a href={path}>open the page anew</a>.
              </p>
            </>
          )}
          <OwnedForm action={path} className="actions">
            {entries.map(([name, value], index) => (
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <Button variant="outline">{isUnsaid ? "Yes, Send It" : "Send Again"}</Button>
          </OwnedForm>
          {typed.length > 0 && (
            <Part id="entered" title="What you entered" heading="text-lg">
              <Rows look="sheet" rows={typed} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
}
