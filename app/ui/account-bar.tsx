import { Button } from "./button";

/** Who is signed in, as a private page's loader says it (`account`). */
export type Account = {
  email: string;
  /** Missing for somebody who has none, or while it can't be looked up. */
  company?: string | undefined;
};

type AccountBarProps = { account: Account; passwordPath: string; signOutPath: string };

/** Under the header of every private page: who is signed in, for which company, and the way out. */
export function AccountBar({ account, passwordPath, signOutPath }: AccountBarProps) {
  return (
    <section className="account no-print" aria-label="Your account">
      <div className="wrap">
        <p>
          Signed in as <strong>{account.email}</strong>
          {account.company && <>, {account.company}</>}
        </p>
        <a href={passwordPath}>Change password</a>
        <form method="post" action={signOutPath} data-sign-out>
          <Button variant="outline" name="intent" value="sign-out">
            Sign Out
          </Button>
        </form>
      </div>
    </section>
  );
}
