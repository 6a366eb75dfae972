import type { ReactNode } from "react";
import { Button } from "./button";

/** Who is signed in, as a private page's loader says it (`account`). */
export type Account = {
  email: string;
  /** Missing for somebody who has none, or while it can't be looked up. */
  company?: string | undefined;
};

type WorkHeaderProps = {
  brand: ReactNode;
  /** Nobody, when a session has ended while its page was open. */
  account: Account | undefined;
  sections: readonly { label: string; path: string }[];
  pathname: string;
  passwordPath: string;
  signOutPath: string;
};

/** The bar over every page where people work: its sections, who is signed in and for which company, and the way out. */
export function WorkHeader({ brand, account, sections, pathname, passwordPath, signOutPath }: WorkHeaderProps) {
  return (
    <header className="header work-header">
      <div className="wrap">
        <a href="/" className="brand">
          {brand}
        </a>{" "}
        <nav aria-label="Main">
          <ul>
            {sections.map(({ label, path }) => (
              <li key={path}>
                <a href={path} aria-current={path === pathname ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {account && (
          <section aria-label="Your account">
            <p>
              Signed in as <strong>{account.email}</strong>
              {account.company && <>, {account.company}</>}
            </p>{" "}
            <a href={passwordPath}>Change password</a>{" "}
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
