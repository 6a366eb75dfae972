import { randomUUID } from "node:crypto";
import { freshEmail } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { expect, signIn, test } from "./fixtures.ts";

test("an admin writes what clients see of a colleague, by way of the list", async ({ page, backend }) => {
  const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
  const name = `Rea ${randomUUID().slice(0, 8)}`;
  await signUpTeamMember(backend, "recruiter", name);
  const email = freshEmail("shown");
  await signIn(page, admin, "/team");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByLabel("Email").fill("no address");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("+91 120 555 0199");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/team\/people$/);
  await expect(page.getByRole("status")).toContainText("Saved");
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText(`${email}, +91 120 555 0199`);
});
