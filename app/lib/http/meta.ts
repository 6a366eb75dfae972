import type { MetaDescriptor } from "react-router";
import { titled } from "~/lib/format/titles";

/** What search engines and previews say of a page. @param title the page's, without the company's name */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [{ title: titled(title) }, ...formPageMeta(title, description)];
}

/** The same of a page with a form, which renders its own `<title>`, since that one knows of errors (`FormHead`). */
export function formPageMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { name: "description", content: description },
    { property: "og:title", content: titled(title) },
    { property: "og:description", content: description },
  ];
}
