import type { ReactNode } from "react";
import { isolated, oneLine } from "~/lib/format/text";
import type { TypedOtherwise } from "~/lib/schema/typed-otherwise";

const LABELS = {
  full_name: "name",
  email: "address",
  phone: "phone",
  city: "place",
  notice_period: "notice",
  employer: "employer",
} as const;

/**
 * What somebody has typed otherwise than we have it, of each time that they applied.
 *
 * @param takeOver leads to where the last of it that is surely theirs is taken over
 */
export function TypedOtherwiseLines({ typed, takeOver }: { typed: TypedOtherwise; takeOver?: ReactNode }) {
  const last = typed?.find(({ email, said: _, ...rest }) => email === undefined && Object.keys(rest).length > 0);
  return typed?.map((differs) => {
    const said = Object.entries(LABELS).flatMap(([name, label]) => {
      const value = differs[name as keyof typeof LABELS];
      return value === undefined ? [] : [`${label} ${isolated(value)}`];
    });
    if (differs.skills) said.push(`skills ${differs.skills.map(isolated).join(", ")}`);
    if (differs.said) said.push(`in other words: “${isolated(oneLine(differs.said))}”`);
    return (
      <p key={said.join()}>
        <span className="hint">
          {differs.email
            ? "Typed from another address, maybe by somebody else:"
            : "Typed for this job, otherwise than our record:"}
        </span>{" "}
        <bdi>{said.join("; ")}</bdi>
        {takeOver && differs === last && <>. {takeOver}</>}
      </p>
    );
  });
}
