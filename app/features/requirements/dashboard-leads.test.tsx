import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DashboardLeads } from "./dashboard-leads";

const draft = { path: "/submit-requirement?draft=1", title: "Turner <of> pumps", at: "2026-11-22T10:05:00Z" };

it("says nothing where there is nothing to lead to", () => {
  const lists = [
    { title: "Waiting for your answer", leads: [] },
    { title: "Drafts", leads: [] },
  ];
  expect(renderToStaticMarkup(<DashboardLeads lists={lists} locale="en-IN" />)).toBe("");
});

it("leads to each thing there is, under its heading", () => {
  const message = { path: "/m", title: "Welder", said: "2 messages", at: null };
  const lists = [
    { title: "Waiting for your answer", leads: [] },
    { title: "Drafts", leads: [draft, message] },
  ];
  const html = renderToStaticMarkup(<DashboardLeads lists={lists} locale="en-IN" />);
  expect(html).not.toContain("Waiting");
  expect(html).toContain(">Drafts</h2>");
  expect(html).toContain('<a href="/submit-requirement?draft=1">Turner &lt;of&gt; pumps</a>');
  expect(html).toContain("10:05");
  expect(html).toContain('<a href="/m">Welder</a> <span class="hint">2 messages</span>');
});
