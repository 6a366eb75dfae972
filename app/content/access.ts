/** What somebody may be in a company, with the word for it and what it means. */
export const accesses = [
  { access: "owner", name: "Owner", may: "files requirements, and looks after the company's profile and people" },
  { access: "member", name: "Member", may: "files and edits requirements, and writes to the recruiter" },
  { access: "viewer", name: "Viewer", may: "reads, and changes nothing" },
] as const;

/** An access as people read it. */
export function accessName(access: string | null): string {
  return accesses.find((each) => each.access === access)?.name ?? "No access";
}
