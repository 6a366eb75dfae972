import { messageOf, type FieldErrors } from "~/lib/forms/form";
import { fieldId } from "./field";

/** What is wrong, each line leading to its field. The page begins here: by autofocus, and by a script where there is one. */
export function ErrorSummary({ errors }: { errors: FieldErrors }) {
  return (
    <div
      className="summary"
      role="alert"
      tabIndex={-1}
      autoFocus
      aria-labelledby="error-summary-title"
      data-error-summary
    >
      <h2 id="error-summary-title" className="text-lg">
        There is a problem
      </h2>
      <ul>
        {Object.entries(errors).map(([name, error]) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{messageOf(error)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
