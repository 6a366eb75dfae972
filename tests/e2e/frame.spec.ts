import { expect, test, withAndWithoutScripts } from "./fixtures.ts";
import { resize } from "./looks.ts";

// Everything moves here, as it does for most people.
test.use({ contextOptions: {} });

const SUBMENUS = { Services: 3, Industries: 8 };

test.describe("the header on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("keeps its menu apart from the mark and the buttons where that is narrowest @no-js", async ({ page }) => {
    await page.setViewportSize({ width: 1056, height: 800 });
    await page.goto("/about");
    const boxOf = async (name: string) => (await page.locator(name).boundingBox())!;
    const [brand, menu, login] = [await boxOf(".brand"), await boxOf(".menu > ul"), await boxOf(".header .login")];
    expect(menu.x, "beside the mark").toBeGreaterThanOrEqual(brand.x + brand.width);
    expect(menu.x + menu.width, "beside Login").toBeLessThanOrEqual(login.x);
  });

  test("opens its dropdowns on hover, and closes them 150 ms after leaving @no-js", async ({ page }) => {
    await page.goto("/about");
    for (const [name, count] of Object.entries(SUBMENUS)) {
      const item = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("link", { name, exact: true }) })
        .first();
      const list = item.getByRole("list", { includeHidden: true });
      // Where the last test of this browser has left the pointer.
      await page.mouse.move(640, 700);
      await expect(list).toBeHidden();
      expect(await list.evaluate((element) => getComputedStyle(element).transitionDelay)).toMatch(/0\.15s/);
      await item.getByRole("link", { name, exact: true }).hover();
      await expect(list).toBeVisible();
      await expect(list.getByRole("link")).toHaveCount(count);
      await page.mouse.move(640, 700);
      await expect(list).toBeHidden();
    }
  });

  test("WCAG 1.4.13: Escape closes what the pointer has opened, and the button tells which is open", async ({
    page,
  }) => {
    await page.goto("/about");
    const toggle = page.getByRole("button", { name: "Services menu" });
    const main = page.getByRole("navigation", { name: "Main" });
    const first = main.getByRole("link", { name: "Core Hiring Solutions", includeHidden: true });
    const services = main.getByRole("link", { name: "Services", exact: true });
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await services.hover();
    await expect(first).toBeVisible();
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Escape");
    await expect(first).toBeHidden();
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await page.mouse.move(640, 700);
    await services.hover();
    await expect(first).toBeVisible();
    await page.mouse.move(640, 700);
    await expect(first).toBeHidden();
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
  });

  withAndWithoutScripts(() => {
    test("opens them by keyboard, and leads into them", async ({ page, javaScriptEnabled }) => {
      await page.goto("/");
      const services = page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Services", exact: true });
      const first = page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Core Hiring Solutions", includeHidden: true });
      await services.focus();
      if (javaScriptEnabled) {
        await page.keyboard.press("Tab");
        const toggle = page.getByRole("button", { name: "Services menu" });
        await expect(toggle).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(toggle).toHaveAttribute("aria-expanded", "false");
        await expect(first).toBeHidden();
        await page.keyboard.press("Enter");
        await expect(toggle).toHaveAttribute("aria-expanded", "true");
      }
      await expect(first).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(first).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/services\/core-hiring$/);
    });
  });

  test("opens them by a click on their button, closes them again, and is walked through as it is seen", async ({
    page,
  }) => {
    await page.goto("/");
    const toggle = page.getByRole("button", { name: "Industries menu" });
    const first = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Information Technology", includeHidden: true });
    await toggle.click();
    await page.mouse.move(640, 700);
    await expect(first).toBeVisible();
    await toggle.click();
    await page.mouse.move(640, 700);
    await expect(first).toBeHidden();
    const left: number[] = [];
    for (const name of ["Kaushal Global Hiring", "Home", "Login", "Hire Talent"]) {
      const link = page.getByRole("banner").getByRole("link", { name, exact: true });
      left.push(await link.evaluate((element) => [...document.querySelectorAll("a, button")].indexOf(element)));
    }
    expect(left).toEqual([...left].sort((one, other) => one - other));
    expect(left).not.toContain(-1);
  });

  test("marks the button whose page is open @no-js", async ({ page }) => {
    const header = page.getByRole("banner");
    for (const [path, name, other] of [
      ["/hire-talent", "Hire Talent", "Login"],
      ["/login", "Login", "Hire Talent"],
    ] as const) {
      await page.goto(path);
      const own = header.getByRole("link", { name, exact: true });
      await expect(own).toHaveAttribute("aria-current", "page");
      await expect(own).toHaveCSS("text-decoration-line", "underline");
      await expect(header.getByRole("link", { name: other, exact: true })).not.toHaveAttribute("aria-current");
    }
  });
});

test("at 320 pixels the header is one line, and so are the carousel's controls", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/");
  for (const line of [".header .wrap > .btn:visible", "[data-controls] > *"]) {
    const middles = await page
      .locator(line)
      .evaluateAll((elements) =>
        elements
          .map((element) => element.getBoundingClientRect())
          .map(({ top, bottom }) => Math.round((top + bottom) / 2)),
      );
    expect(middles.length, line).toBeGreaterThan(1);
    expect(new Set(middles).size, line).toBe(1);
  }
});

test("a time table's head is one line under one rule on a phone, and a large drawing has the pen of a small one @no-js", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/industries/retail-ecommerce");
  const rules = await page
    .locator(".timetable thead :is(tr, th)")
    .evaluateAll((cells) => cells.filter((cell) => parseFloat(getComputedStyle(cell).borderBottomWidth) > 0).length);
  expect(rules).toBe(1);
  await resize(page, { width: 1280, height: 700 });
  const pens = await page
    .locator(".hero .drawing path")
    .evaluateAll((paths) =>
      paths.map((path) => getComputedStyle(path)).map((pen) => [pen.strokeWidth, pen.vectorEffect]),
    );
  expect(pens.filter(([width]) => width === "2px").length).toBeGreaterThan(1);
  for (const [, effect] of pens) expect(effect).toBe("non-scaling-stroke");
});

test.describe("the header on a narrow screen", () => {
  test.use({ viewport: { width: 375, height: 700 } });

  withAndWithoutScripts(() => {
    test("has a menu of every item, which closes by its link, by Escape, and on selection", async ({
      page,
      javaScriptEnabled,
    }) => {
      await page.goto("/");
      const main = page.getByRole("navigation", { name: "Main" });
      const open = page.getByRole("link", { name: "Menu", exact: true });
      await expect(main).toBeHidden();
      await open.click();
      // Behind the specified ones Login, Jobs and Close.
      await expect(main.getByRole("link")).toHaveCount(6 + 3 + 8 + 3);
      await expect(main.getByRole("link", { name: "Jobs", exact: true })).toBeVisible();
      await expect(main.getByRole("link", { name: "Education & Training" })).toBeVisible();
      await main.getByRole("link", { name: "Close" }).click();
      await expect(main).toBeHidden();
      await open.click();
      if (javaScriptEnabled) {
        await page.keyboard.press("Escape");
        await expect(main).toBeHidden();
        await open.click();
      }
      await main
        .getByRole("link", { name: "Careers" })
        .or(main.getByRole("link", { name: "About" }))
        .first()
        .click();
      await expect(page).toHaveURL(/\/about$/);
      await expect(main).toBeHidden();
    });
  });
});

test("the skip link leads to the content, and back to top to the top @no-js", async ({ page }) => {
  await page.goto("/industries");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  const heading = page.getByRole("heading", { level: 1 });
  const top = page.getByRole("link", { name: "Back to top" });
  await top.scrollIntoViewIfNeeded();
  await expect(heading).not.toBeInViewport();
  await top.click();
  await expect(heading).toBeInViewport();
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
});

test("the keyboard goes from the header through the content, and then to the footer @no-js", async ({ page }) => {
  await page.goto("/contact");
  let place = "";
  for (let presses = 0; presses < 40 && place !== "box"; presses += 1) {
    await page.keyboard.press("Tab");
    // By no locator: for its first a document reads all of Playwright, twice.
    place = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.closest("footer") ? "foot" : activeElement?.matches("main input") ? "box" : "before";
    });
    expect(place).not.toBe("foot");
  }
  await expect(page.getByLabel("Full Name")).toBeFocused();
});

test.describe("the carousel", () => {
  withAndWithoutScripts(() => {
    test("shows every testimonial, and its dots lead to each and stay in sight; on a narrow screen by keyboard, too", async ({
      page,
    }) => {
      await page.goto("/");
      // Where it ends counts, not how it gets there.
      await page.emulateMedia({ reducedMotion: "reduce" });
      const carousel = page.getByRole("group", { name: "What clients say" });
      const slides = carousel.getByRole("figure", { includeHidden: true });
      await expect(slides).toHaveCount(3);
      for (const number of [3, 2, 1]) {
        const dot = carousel.getByRole("link", { name: `testimonial ${number}` });
        // The dots at the lower edge, the slides below it: a dot brings those as well.
        await dot.evaluate((link) => link.scrollIntoView({ block: "end" }));
        await dot.click();
        await expect(slides.nth(number - 1)).toBeInViewport({ ratio: 0.6 });
        await expect(dot).toBeInViewport();
      }
      await resize(page, { width: 320, height: 640 });
      for (const number of [2, 3]) {
        await carousel.getByRole("link", { name: `testimonial ${number}` }).press("Enter");
        await expect(slides.nth(number - 1)).toBeInViewport();
      }
    });
  });

  test("keeps its dots where they are when its script comes", async ({ page }) => {
    const script = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    const carousel = page.getByRole("group", { name: "What clients say" });
    await carousel.scrollIntoViewIfNeeded();
    const dots = carousel.locator("[data-dot]");
    const places = () => dots.evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect().left));
    await expect(dots).toHaveCount(3);
    const before = await places();
    script.resolve();
    await expect(carousel.getByRole("button", { name: "Pause" })).toBeVisible();
    expect(await places()).toEqual(before);
  });

  test("goes on and back with wrapping, by itself, and pauses", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    const carousel = page.getByRole("group", { name: "What clients say" });
    const dot = (number: number) => carousel.getByRole("link", { name: `testimonial ${number}` });
    const isCurrent = (number: number) => expect(dot(number)).toHaveAttribute("aria-current", "true");
    await isCurrent(1);
    await carousel.getByRole("button", { name: "Previous testimonial" }).click();
    await isCurrent(3);
    await carousel.getByRole("button", { name: "Next testimonial" }).click();
    await isCurrent(1);

    // The pointer and the focus are on it: it waits.
    await page.clock.runFor(11_000);
    await isCurrent(1);
    await page.mouse.move(5, 5);
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.clock.runFor(5_000);
    await isCurrent(2);
    await page.clock.runFor(10_000);
    await isCurrent(1);

    await carousel.getByRole("button", { name: "Pause" }).click();
    await page.mouse.move(5, 5);
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.clock.runFor(20_000);
    await isCurrent(1);
    await expect(carousel.getByRole("button", { name: "Play" })).toBeVisible();
  });

  test("Pause comes first, and only a carousel that stands still tells of its slides", async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    const carousel = page.getByRole("group", { name: "What clients say" });
    const slides = carousel.getByRole("list");
    await expect(slides).toHaveAttribute("aria-live", "off");
    await expect(carousel.getByRole("button").first()).toHaveText("Pause");
    await expect(carousel.getByRole("figure")).toHaveCount(1);
    await carousel.getByRole("button", { name: "Pause" }).focus();
    await page.clock.runFor(10);
    await expect(slides).toHaveAttribute("aria-live", "polite");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.clock.runFor(10);
    await expect(slides).toHaveAttribute("aria-live", "polite");
    await carousel.getByRole("button", { name: "Next testimonial" }).press("Enter");
    await expect(carousel.getByRole("figure")).toHaveCount(1);
    await carousel.getByRole("button", { name: "Play" }).press("Enter");
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.clock.runFor(10);
    await expect(slides).toHaveAttribute("aria-live", "off");
  });

  test("stands still for those who want no motion", async ({ page }) => {
    await page.goto("/");
    // Of the page that is there: one that comes from another process may not know.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    await page.reload();
    await expect(page.getByRole("button", { name: "Play" })).toBeAttached();
    await page.clock.runFor(20_000);
    await expect(page.getByRole("link", { name: "testimonial 1" })).toHaveAttribute("aria-current", "true");
  });
});
