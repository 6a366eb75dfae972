import type { StepSign } from "~/lib/drawing-names";
import { ProcessLine } from "~/ui/drawings/process-line";

type Step = { title: string; text: string; sign?: StepSign };

function isSigned(step: Step): step is Step & { sign: StepSign } {
  return step.sign !== undefined;
}

/** Steps in their order, on a line; drawn, where each has its sign. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  if (steps.every(isSigned)) return <ProcessLine steps={steps} />;
  return (
    <ol className="steps">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
