import type { Options } from "~/lib/schema/fields";

/** What may be chosen from a list. */
export function SelectOptions({ options }: { options: Options }) {
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
