import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { AddTicked, AddToRequirement } from "./add-ticked";

/** What the forms say to a recruiter in charge of so many open requirements. */
const saidTo = (count: number) =>
  [AddTicked, AddToRequirement].map((form) => {
    const requirements = Array.from({ length: count }, (_, id) => ({
      id: `${id}`,
      job_title: "Sawyer",
      company: null,
    }));
    return renderToStaticMarkup(createElement(MemoryRouter, null, createElement(form, { requirements })));
  });

it("leads to all other requirements where not all of one's own are offered", () => {
  const elsewhere = 'not here, open it under <a href="/team/requirements">';
  for (const html of saidTo(49)) expect(html).not.toContain(elsewhere);
  for (const html of saidTo(50)) expect(html).toContain(elsewhere);
});
