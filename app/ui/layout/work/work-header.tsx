import type { ReactNode } from "react";
import type { Account } from "~/lib/backend/account";
import { Button } from "~/ui/forms/button";
import { readableAddress } from "~/lib/schema/address";

type Section = { label: string; path: string };

/** More than this the database does not count. */
const MOST_COUNTED = 999;

type WorkHeaderProps = {
  brand: ReactNode;
  /** Is it over a page of the team? */
  isTeamFrame: boolean;
  /** Nobody, when a session has ended while its page was open. */
  account: Account | undefined;
  sections: readonly Section[];
  /** Is this section the page's own, or does the page stand below it? */
  isActive: (section: Section) => boolean;
  pathname: string;
  /** The section where what is to do is done. */
  todoPath: string;
  /** Where a company's people see who it is. */
  companyPath: string;
  /** Where a colleague says until when they are away. */
  absencePath: string;
  signOutPath: string;
  /** Where anything is looked for, and what has been; nowhere for those who have a list or two. */
  search: { path: string; words: string | undefined } | undefined;
};

type PersonProps = { account: Account } & Pick<WorkHeaderProps, "companyPath" | "absencePath">;

/** Who it is, as the bar says it. */
function Person({ account: { email, name, company, team }, companyPath, absencePath }: PersonProps) {
  if (team) {
    return (
      <p>
        <strong>{team.name}</strong>, {team.role}
        {team.away && (
          <>
            , <a href={absencePath}>{team.away}</a>
          </>
        )}
      </p>
    );
  }
  return (
    <p>
      <span className="sr-only">Signed in as</span> <strong>{name ?? readableAddress(email)}</strong>
      {company && (
        <>
          <span className="comma">, </span>
          <a href={companyPath}>{company}</a>
        </>
      )}
    </p>
  );
}

/** How much there is to do, beside the section where it is done. */
function Todo({ count }: { count: number }) {
  return (
    <>
      {" "}
      <strong className="count">
        {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
        <span className="sr-only"> to do</span>
      </strong>
    </>
  );
}

/** The bar over every page where people work: its sections, who is signed in and for which company, and the way out. */
export function WorkHeader(props: WorkHeaderProps) {
  const { brand, isTeamFrame, account, sections, isActive, pathname, todoPath } = props;
  const { companyPath, absencePath, signOutPath, search } = props;
  const todo = account?.team?.todo ?? 0;

  function current(section: Section) {
    if (section.path === pathname) return "page";
    return isActive(section) ? "true" : undefined;
  }

  return (
    <header className={`header work-header ${isTeamFrame ? "team-header" : ""}`.trimEnd()}>
      <div className="wrap">
        <a href="/" className="brand">
          {brand}
        </a>{" "}
        {sections.length > 0 && (
          <nav aria-label="Main">
            <ul>
              {sections.map((section) => (
                <li key={section.path}>
                  <a href={section.path} aria-current={current(section)}>
                    {section.label}
                    {section.path === todoPath && todo > 0 && <Todo count={todo} />}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {search && (
          <form action={search.path} role="search" aria-label="Everything" className="find">
            <input
              type="search"
              name="words"
              className="control"
              aria-label="Find anything"
              placeholder="Search all"
              defaultValue={search.words}
              maxLength={200}
            />
            <Button variant="outline">Find</Button>
          </form>
        )}
        {account && (
          <section aria-label="Your account">
            <Person account={account} companyPath={companyPath} absencePath={absencePath} />{" "}
            <form method="post" action={signOutPath} data-sign-out>
              <Button variant="outline" name="intent" value="sign-out">
                Sign Out
              </Button>
            </form>
          </section>
        )}
      </div>
    </header>
  );
}
