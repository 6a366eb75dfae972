import type { StepSign } from "~/lib/drawing-names";
import { ProcessLine } from "~/ui/drawings/process-line";
import { Numbered } from "./numbered";

type Step = { title: string; text: string; sign?: StepSign };

function isSigned(step: Step): step is Step & { sign: StepSign } {
  return step.sign !== undefined;
}

/** Steps in their order, on a line; drawn, where each has its sign. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  if (steps.every(isSigned)) return <ProcessLine steps={steps} />;
  return <Numbered items={steps} className="steps" />;
}
