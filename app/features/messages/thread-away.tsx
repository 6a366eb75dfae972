import type { FormState } from "~/lib/forms/form";
import { PageHeader } from "~/ui/layout/page-header";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { MessageForm } from "./message-form";

type ThreadAwayProps = {
  title: string;
  path: string;
  readers: string;
  /** Why they can't be told. */
  status: number;
  state: FormState | undefined;
};

/** In the place of the messages, while they can't be told; the words of somebody who has just sent some stay. */
export function ThreadAway({ title, path, readers, status, state }: ThreadAwayProps) {
  return (
    <>
      <PageHeader title={title} isWork />
      <div className="wrap form-column pb-16">
        {status >= 500 && <Unavailable />}
        {state && status === 401 && <SignInAgain />}
        {state && <MessageForm path={path} after={undefined} seen="" readers={readers} state={state} />}
      </div>
    </>
  );
}
