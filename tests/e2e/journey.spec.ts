import { freshEmail } from "../support/people/people.ts";
import {
  expect,
  fillIn,
  mailedLink,
  sendContact,
  test,
  unfoldParts,
  waitForFiled,
  withAndWithoutScripts,
} from "./fixtures.ts";
import { PHONE } from "./looks.ts";

test.describe("where everything moves, as it does for most people @no-js", () => {
  test.use({ contextOptions: {} });

  test("a visitor sends the contact form", async ({ page, service }) => {
    await page.setViewportSize(PHONE);
    const email = freshEmail();
    await page.goto("/contact");
    await page.getByLabel("Full Name").fill("  Zoë O'Brien ");
    await page.getByLabel("Email Address").fill(email);
    await page.getByLabel("Hiring Requirement").fill("Five welders.\nIn Pune, <soon>.");
    await page.getByRole("button", { name: "Send Message" }).click();

    await expect(page.getByRole("status")).toContainText("Message Sent Successfully!");
    await expect(page.getByRole("status")).toContainText("We'll get back to you within 24 hours.");
    await expect(page.getByLabel("Full Name")).toHaveValue("");
    const { data } = await service
      .from("contact_submissions")
      .select("name, email, company, requirement")
      .eq("email", email);
    // It stays until it is dismissed.
    await page.getByRole("status").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(data).toEqual([
      { name: "Zoë O'Brien", email, company: null, requirement: "Five welders.\nIn Pune, <soon>." },
    ]);

    await page.goto("/contact");
    await expect(page.getByRole("status")).toBeEmpty();
  });
});

test("whoever goes back to a form that was taken is told so, and finds its receipt", async ({ page }) => {
  await page.goto("/contact");
  // Its first try has a mistake: the page to go back to is what answered that post, with all that was typed.
  await sendContact(page, "Five welders", "nobody");
  await page.getByLabel("Email Address").fill(freshEmail());
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("heading", { name: "Your receipt" })).toBeVisible();
  const receipt = page.url();
  await page.goBack();
  await expect(page.getByRole("status")).toContainText("You have sent this form.");
  // What was typed may be sent changed.
  await expect(page.getByLabel("Hiring Requirement")).toHaveValue("Five welders");
  await page.getByRole("link", { name: "See its receipt" }).click();
  await expect(page).toHaveURL(receipt);
  await expect(page.getByRole("heading", { name: "Your receipt" })).toBeVisible();
  // A form that is opened anew has not been sent.
  await page.goto("/contact");
  await expect(page.getByRole("status")).toBeEmpty();
});

withAndWithoutScripts(() => {
  test("a form sent again after going back is kept once, and corrected it is kept again", async ({ page, service }) => {
    const email = freshEmail();
    async function send(requirement: string): Promise<void> {
      await sendContact(page, requirement, email);
      await expect(page.getByRole("status")).toContainText("Message Sent Successfully!");
    }
    async function kept(): Promise<string[]> {
      const { data } = await service.from("contact_submissions").select("requirement").eq("email", email);
      return (data as { requirement: string }[]).map(({ requirement }) => requirement).sort();
    }
    await page.goto("/contact");
    await send("Two welders");
    await page.goBack();
    await send("Two welders");
    expect(await kept()).toEqual(["Two welders"]);
    await page.goBack();
    await send("Three welders");
    expect(await kept()).toEqual(["Three welders", "Two welders"]);
  });
});

test("an employer signs up, confirms, and submits a requirement, on a phone @no-js", async ({
  page,
  backend,
  service,
}) => {
  await page.setViewportSize(PHONE);
  const email = freshEmail("employer");
  await page.goto("/client-auth");
  await page.getByRole("link", { name: "Sign Up" }).click();
  await page.getByLabel("Company Name").fill("Acme & Söhne");
  await page.getByLabel("Contact Person").fill("Ida");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("six or more");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("status")).toContainText("Account Created");
  await expect(page.getByRole("status")).toContainText(
    "Account created! Please check your email to verify your account.",
  );

  await page.goto(await mailedLink(backend.url, email));
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("Acme & Söhne")).toBeVisible();
  await page.getByLabel("Password").fill("six or more");
  await page.getByRole("button", { name: "Confirm My Account" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
  await expect(page.getByText("No requirement yet")).toBeVisible();
  await page.getByRole("link", { name: "Submit Job Requirement" }).click();
  await expect(page.getByText("Tell us about your hiring needs")).toBeVisible();
  await page.getByLabel("Job Title").fill("Fitter");
  await page.getByLabel("Job Type").selectOption("part_time");
  await page.getByLabel("Location").fill("Linz");
  await unfoldParts(page);
  await page.getByLabel("Remote Allowed").check();
  await fillIn(page, { "Min Experience": "2", "Max Experience": "9", "Min Salary": "30000.50" });
  await page.getByLabel("Currency").selectOption("EUR");
  await page.getByLabel("Number of Positions").fill("3");
  const box = page.getByLabel("Required Skills");
  await box.fill("  Hydraulics ");
  await page.getByRole("button", { name: "Add to Required Skills" }).click();
  await expect(page.getByText("Hydraulics", { exact: true }).first()).toBeVisible();
  await expect(page.getByLabel("Job Title")).toHaveValue("Fitter");
  await expect(page.getByLabel("Remote Allowed")).toBeChecked();
  await page.getByLabel("Job Description").fill("Fit pumps.");
  await unfoldParts(page);
  await page.getByLabel("Priority").selectOption("urgent");
  // The second skill is still in its box: it goes along.
  await box.fill("Reading plans");
  await page.getByRole("button", { name: "Submit Requirement" }).click();

  await waitForFiled(page);
  await expect(page.getByRole("status").first()).toContainText("Job requirement submitted successfully!");
  await expect(page.getByText(/We answer by /)).toBeVisible();
  await expect(page.getByText(/^Reference ([A-Z]\d){4}\. A mail with it is on its way to you\.$/)).toBeVisible();
  await page.goto("/client-dashboard");
  const item = page.getByRole("row").filter({ hasText: "Fitter" });
  await expect(item).toContainText("part time");
  await expect(item).toContainText("Linz");
  await expect(item.getByText("new", { exact: true })).toHaveClass(/badge-blue/);
  await expect(item.getByText("urgent", { exact: true })).toHaveClass(/badge-red/);

  const client = await service
    .from("clients")
    .select("id")
    .eq("company_name", "Acme & Söhne")
    .order("created_at", { ascending: false })
    .limit(1)
    .single();
  const { data: row } = await service
    .from("job_requirements")
    .select("*")
    .eq("client_id", client.data!.id)
    .single<Record<string, unknown>>();
  expect(row).toMatchObject({
    job_title: "Fitter",
    job_type: "part_time",
    remote_allowed: true,
    min_experience: 2,
    max_experience: 9,
    min_salary: 30000.5,
    max_salary: null,
    currency: "EUR",
    required_skills: ["Hydraulics", "Reading plans"],
    preferred_skills: [],
    positions_count: 3,
    priority: "urgent",
    deadline: null,
    status: "new",
  });
});
