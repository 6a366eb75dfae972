import { data, redirect } from "react-router";
import type { Route } from "./+types/again";
import { candidatePath } from "~/content/navigation";
import { typedTexts } from "~/features/applications/applying/applications.server";
import { ApplyAgain } from "~/features/applications/applying/apply-again";
import { loadOwn } from "~/pages/candidate";

export const handle = { isPrivate: true, hasForm: true, section: candidatePath };

export async function loader({ request, params: { entry }, context }: Route.LoaderArgs) {
  const { own, status } = await loadOwn(context, request);
  if (own === undefined) return data({ job: undefined }, { status });
  const application = own?.applications.find(({ id, slug }) => id === entry && slug !== undefined);
  if (!own || !application?.slug) throw redirect(candidatePath);
  const { title, slug, said } = application;
  const { candidate } = own;
  const texts = typedTexts({ keep: false, entries: { ...candidate, email: candidate.email ?? "", said } });
  return data({ job: { title, slug, texts } }, { status });
}

/** For whoever has withdrawn: with what they wrote, and what we know of them. */
export default function ApplyAgainPage({ loaderData: { job } }: Route.ComponentProps) {
  return <ApplyAgain job={job} />;
}
