import { z } from "zod";
import { Dated } from "~/ui/pieces/moment";

/** What somebody is in process for beside the requirement that is looked at. */
export const processSchema = z.object({
  requirement_id: z.string(),
  job_title: z.string(),
  company: z.string().nullable(),
  state: z.string(),
  since: z.string().nullable(),
});

export type Process = z.output<typeof processSchema>;

/** How far they are there. */
const WORDS: Record<string, string> = {
  asked: "Asked about",
  agreed: "Said yes to",
  shown: "Shown to",
  interview: "Interview at",
  offered: "Offered a job at",
  accepted: "Has accepted at",
  joined: "Joined",
};

/** For whom else somebody is in process, and since when: the furthest first. Only the team reads this. */
export function InProcess({ processes }: { processes: readonly Process[] }) {
  return processes.map(({ requirement_id, job_title, company, state, since }) => (
    <span key={requirement_id} className="in-process">
      {WORDS[state] ?? "In process at"}{" "}
      <a href={`/team/requirements/${requirement_id}/candidates`} title={job_title}>
        <bdi>{company ?? job_title}</bdi>
      </a>
      <Dated words=" since" value={since} />{" "}
    </span>
  ));
}
