import type { DefaultValues, FieldValues } from "react-hook-form";
import { useRemixForm } from "remix-hook-form";

/** A form that is posted as it stands. @param entries what its fields show until it has come back with mistakes */
export function usePostedForm<Entries extends FieldValues>(entries: Partial<Entries> = {}) {
  return useRemixForm<Entries>({ defaultValues: entries as DefaultValues<Entries>, stringifyAllValues: false });
}
