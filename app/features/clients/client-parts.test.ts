import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MemberList } from "./client-parts";
import type { Client } from "./clients.server";

/** What stands there of a company with so many open invitations. */
function listed(count: number): string {
  const invitation = { email: "a@mill.example", access: "member", expires_at: "2026-12-01T00:00:00Z" };
  const invitations = Array.from({ length: count }, (_, id) => ({ ...invitation, id: `${id}` }));
  return renderToStaticMarkup(createElement(MemberList, { client: { members: [], invitations } as unknown as Client }));
}

it("says that not everybody of a company may stand there", () => {
  expect(listed(99)).not.toContain("At most");
  expect(listed(100)).toContain("At most the first 100 people and the latest 100 invitations.");
});
