import type { MetaDescriptor } from "react-router";

/** A page's title and description. A page with a form leaves the title to `FormTitle`, which knows of its errors. */
export function pageMeta(description: string, title?: string): MetaDescriptor[] {
  return [...(title ? [{ title }] : []), { name: "description", content: description }];
}
