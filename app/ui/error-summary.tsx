import type { FieldErrors } from "react-hook-form";
import { fieldId } from "./field";

/** What is wrong, at the top of a form, each line leading to its field. A script, where there is one, moves focus here. */
export function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const messages = Object.entries(errors).filter(([, error]) => typeof error?.message === "string");
  if (messages.length === 0) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} aria-labelledby="error-summary-title" data-error-summary>
      <h2 id="error-summary-title" className="text-lg">
        There is a problem
      </h2>
      <ul>
        {messages.map(([name, error]) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{error?.message as string}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
