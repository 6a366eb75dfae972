import type { StepSign } from "~/lib/drawing-names";
import { stepSigns } from "./step-signs";
import { PEN } from "./pen";

/**
 * A process as signs on one line: across where there is room, down on a phone.
 *
 * @param steps in their order, each with its sign
 */
export function ProcessLine({ steps }: { steps: readonly { sign: StepSign; title: string; text: string }[] }) {
  return (
    <ol className="process-line">
      {steps.map(({ sign, title, text }) => (
        <li key={title}>
          <svg
            {...PEN}
            className="drawing"
            width="48"
            height="48"
            viewBox="0 0 32 32"
            aria-hidden="true"
            dangerouslySetInnerHTML={{ __html: stepSigns[sign] }}
          />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
