import type { FormState } from "~/lib/form";
import { PageHeader } from "~/ui/page-header";
import { Unavailable } from "~/ui/unavailable";
import { MessageForm } from "./message-form";

type TalkAwayProps = {
  title: string;
  path: string;
  readers: string;
  isSignedOut: boolean;
  state: FormState | undefined;
};

/** In the place of the messages, while they can't be told; the words of somebody who has just sent some stay. */
export function TalkAway({ title, path, readers, isSignedOut, state }: TalkAwayProps) {
  return (
    <>
      <PageHeader title={title} isWork />
      <div className="wrap form-column pb-16">
        <Unavailable />
        {state && isSignedOut && (
          <p>
            <a href="/client-auth" target="_blank">
              Sign in in a new tab
            </a>
          </p>
        )}
        {state && <MessageForm path={path} after={undefined} seen="" readers={readers} state={state} />}
      </div>
    </>
  );
}
