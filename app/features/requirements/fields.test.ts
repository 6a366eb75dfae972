import { expect, it } from "vitest";
import { Constants } from "~/lib/backend/database.types";
import { fieldNames, fields } from "./fields";
import { fieldsOf, partNames } from "./form/requirement-parts";
import { statuses } from "./statuses";

it.each([
  ["job_type", fields.job_type.options],
  ["requirement_priority", fields.priority.options],
  ["currency_code", fields.currency.options],
  ["requirement_status", statuses],
] as const)("offers whatever the database knows as %s, in its order, and nothing else", (name, options) => {
  expect(options.map(([value]) => value)).toEqual(Constants.public.Enums[name]);
});

it("lists the fields as the form's parts have them: a summary of mistakes leads down the form", () => {
  expect(partNames.flatMap(fieldsOf)).toEqual(fieldNames);
});
