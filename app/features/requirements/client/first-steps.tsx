import { ButtonLink } from "~/ui/forms/button";
import { Part } from "~/ui/layout/part";

/** What comes of a requirement, to who has filed none yet. */
const STEPS = [
  ["You file what you need", "Six fields are enough, in about five minutes. Save it at any time and go on later."],
  ["We call, and search", "A recruiter answers within 48 hours and looks for the right people."],
  [
    "You meet people who said yes",
    "You see candidates who agreed to be shown to you, and answer about each with one press.",
  ],
] as const;

/** The first dashboard: what will come, and where it begins. */
export function FirstSteps({ mayFile }: { mayFile: boolean }) {
  return (
    <Part id="first" title="No requirement yet" className="empty">
      {mayFile ? (
        <>
          <p>
            <ButtonLink href="/submit-requirement">Submit Job Requirement</ButtonLink>
          </p>
          <ol className="first-steps">
            {STEPS.map(([title, words]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{words}</p>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p>Requirements that your colleagues file appear here.</p>
      )}
    </Part>
  );
}
