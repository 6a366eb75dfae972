import { data } from "react-router";
import type { Route } from "./+types/again";
import { candidatePath } from "~/content/navigation";
import { readTyped, typedTexts } from "~/features/applications/applying/applications.server";
import { ApplyAgain } from "~/features/applications/applying/apply-again";
import { findByLink } from "~/pages/candidate-link";

export const handle = { isPrivate: true, hasForm: true, section: candidatePath };

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { found, status } = await findByLink(context, token, () => readTyped(context, token));
  const job = found && {
    slug: found.slug,
    title: found.title,
    texts: { ...typedTexts(found), instead_of: token },
  };
  return data({ job }, { status });
}

/** For whoever has given a wrong address: sent as a new application, by which the other one ends. */
export default function AgainPage({ loaderData: { job } }: Route.ComponentProps) {
  return <ApplyAgain job={job} />;
}
