import { useNotice } from "~/ui/layout/use-page";
import { titled } from "~/lib/format/titles";
import { hasErrors, type FieldErrors } from "~/lib/forms/form";
import { ErrorSummary } from "./error-summary";

/**
 * What stands before everything else on a page with a form that came back with mistakes (GOV.UK's pattern): "Error: " in
 * the title, also where a notice alone says what went wrong, and the summary at the top of the page. The same on every page,
 * with a script and without.
 *
 * @param errors what is wrong, by field; none for a form nobody has sent yet
 */
export function FormHead({ title, errors }: { title: string; errors: FieldErrors | undefined }) {
  const documentTitle = titled(title);
  const notice = useNotice();
  const isWrong = hasErrors(errors) || notice?.type === "error";
  return (
    <>
      <title>{isWrong ? `Error: ${documentTitle}` : documentTitle}</title>
      {hasErrors(errors) && (
        <div className="notice-band">
          <div className="wrap">
            <ErrorSummary errors={errors} />
          </div>
        </div>
      )}
    </>
  );
}
