/** Where a pillar's buttons lead (§2, "Service sub-pages"). */
export const discuss = [
  { label: "Discuss Your Needs", path: "/contact" },
  { label: "All Services", path: "/services" },
] as const;
