import type { ReactNode } from "react";
import type { Similar } from "~/features/candidates/team/shortlist/shortlist.server";

/** Why somebody may be the same person, in words. */
const REASONS = { address: "the same address", number: "the same number", name: "the same name" } as const;

/** Who may be the same person. @param act what can be done with each of them */
export function SimilarList({ similar, act }: { similar: readonly Similar[]; act?: (one: Similar) => ReactNode }) {
  return (
    <ul className="lines">
      {similar.map((one) => (
        <li key={one.id}>
          <a href={`/team/candidates/${one.id}`}>
            <bdi>{one.full_name}</bdi>
          </a>{" "}
          <span className="hint">
            {REASONS[one.why]}
            {[one.headline, one.city].filter(Boolean).map((words) => (
              <span key={words}>
                , <bdi>{words}</bdi>
              </span>
            ))}
          </span>
          {act?.(one)}
        </li>
      ))}
    </ul>
  );
}
