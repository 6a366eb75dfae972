/** The title of a page with a form: when it came back with errors, that is the first word (GOV.UK's pattern). */
export function FormTitle({ title, hasErrors }: { title: string; hasErrors: boolean }) {
  return <title>{hasErrors ? `Error: ${title}` : title}</title>;
}
