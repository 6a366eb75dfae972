import fc from "fast-check";
import type { z } from "zod";
import { describe, expect, it } from "vitest";
import { formKinds, publicForms, type FormKind } from "~/content/public-forms";
import { profileSchema } from "~/features/accounts/schema";
import { consultationSchema, contactSchema } from "~/features/enquiries/schema";
import { jobPostingSchema } from "~/features/job-posting/schema";
import { readPlace } from "~/lib/backend/cursor";
import { definitionOf, fieldNames, type Field, type FieldDefinition } from "~/features/requirements/fields";
import { requirementSchema } from "~/features/requirements/schema";
import { LIMITS } from "../../app/lib/schema/fields";
import type { World } from "./world.ts";
import { clientIdOf } from "../support/people/cast.ts";
import { prepare } from "../support/people/prepare.ts";
import { times } from "../support/services/counts.ts";
import { anySign } from "../support/text/signs.ts";

/** Characters that programs disagree about: spaces, fillers, joiners, halves, controls, the far planes. */
const odd = fc.constantFrom(
  ..."\u0000\u0001\t\n\r\u0085\u00a0\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u2028\u2060\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufffc\ufffd\uffff",
  ..."'\"\\%$,;{}()é\u0301न\u094d",
  "\ud800",
  "\udc00",
  "\u{1f469}\u200d\u{1f4bb}",
  "\u{e0001}",
  "\u{10ffff}",
);
const character = fc.oneof(odd, fc.string({ unit: anySign, minLength: 1, maxLength: 1 }), fc.constant("x"));

/** Texts of every length up to a limit and just beyond it, most of them odd. */
function text(limit: number): fc.Arbitrary<string> {
  const filled = fc
    .tuple(character, fc.constantFrom(limit - 1, limit, limit, limit), fc.string({ unit: character, maxLength: 3 }))
    .map(([unit, length, end]) => unit.repeat(length).slice(0, 2 * length - 2 * end.length) + end);
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: character, maxLength: Math.min(limit, 30) }) },
    { weight: 1, arbitrary: filled },
    { weight: 3, arbitrary: fc.constant("") },
  );
}

/** As `text`, but something is always there. */
function word(limit: number): fc.Arbitrary<string> {
  return text(limit - 1).map((rest) => `w${rest}`);
}

const email = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a@b.co", " A.B+c@sub.example.com\u200b", `${"a".repeat(311)}@long.com`) },
  { weight: 2, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: text(LIMITS.email) },
);
const short = text(LIMITS.short);
const long = text(LIMITS.long);
/** One without a digit is none. */
const phone = text(LIMITS.short - 1).map((rest) => rest && `9${rest}`);

const { constantFrom: oneOf } = fc;

/** Left out, as most people do; else one of these. */
function maybe(arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant("") }, { weight: 1, arbitrary });
}

const amount = fc.oneof(
  fc.constantFrom("0", "-0", "-5000", "999999999999.99", "999999999999.999", "-999999999999.99", "1e11", "1e12", ".5"),
  fc.double({ noNaN: true }).map(String),
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((cents) => (cents / 100).toFixed(2)),
);
const date = fc.oneof(
  fc.constantFrom("0000-01-01", "0001-01-01", "1900-01-01", "2999-12-31", "9999-12-31", "2028-02-29", "2027-02-29"),
  fc.date({ noInvalidDate: true }).map((value) => value.toISOString().slice(0, 10)),
);
const years = fc.oneof(fc.constantFrom("0", "100", "101", "1e1", "5.0"), fc.nat(120).map(String));
const skills = fc.array(text(LIMITS.skill), { maxLength: 6 });

const ROUNDS = times(12, 3);
const BATCH = { minLength: 12, maxLength: 12 };

/** Entries as a form sends them, as the schema gives them on; those it refuses are left out. @param refused why it did */
export function accepted<Schema extends z.ZodType>(
  schema: Schema,
  entries: unknown[],
  refused = new Set<string>(),
): z.output<Schema>[] {
  return entries.flatMap((entry) => {
    const { data, success, error } = schema.safeParse(entry);
    for (const { path, message } of error?.issues ?? []) refused.add(`${path.join(".")}: ${message}`);
    return success ? [data] : [];
  });
}

/** A company's profile, as its form sends it. */
export const profile = fc.record({ company_name: word(LIMITS.short), full_name: word(LIMITS.name), phone });

/** Through the Data API: whatever the schemas accept, the database takes, and keeps as it is. */
export function describeEntries(world: () => World): void {
  const client = prepare(() => world().addClient("Entries Ltd"));

  /** Of each public form its schema, and what may come by it. */
  const forms: Record<FormKind, [z.ZodType, fc.Arbitrary<unknown>]> = {
    contact: [
      contactSchema,
      fc.record({ name: word(LIMITS.name), email, company: short, phone, requirement: word(LIMITS.long) }),
    ],
    posting: [
      jobPostingSchema,
      fc.record({
        job_title: word(LIMITS.short),
        department: oneOf("", "engineering"),
        location: word(LIMITS.short),
        experience_level: oneOf("", "executive"),
        employment_type: oneOf("", "parttime"),
        urgency: oneOf("", "flexible"),
        skills: long,
        job_description: long,
        budget_range: oneOf("", "200k+"),
        positions_count: oneOf("", "10+"),
        contact_name: word(LIMITS.name),
        contact_email: email,
        company: word(LIMITS.short),
        phone,
      }),
    ],
    consultation: [
      consultationSchema,
      fc.record({
        first_name: word(LIMITS.name),
        last_name: word(LIMITS.name),
        email,
        phone,
        company: short,
        role: oneOf("", "ceo"),
        needs: long,
        preferred_time: oneOf("", "evening"),
      }),
    ],
  };
  describe.each(formKinds)("%s", (kind) => {
    const { table } = publicForms[kind];
    const [schema, entry] = forms[kind];

    it("takes whatever its schema accepts, and keeps it as it is", async () => {
      const { service } = world();
      let taken = 0;
      const refused = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array<unknown>(entry, BATCH), async (entries) => {
          const rows = accepted(schema as z.ZodType<Record<string, unknown>>, entries, refused);
          if (rows.length === 0) return;
          expect((await service.from(table).insert(rows)).error).toBeNull();
          taken += rows.length;
          const kept = await service
            .from(table)
            .select(Object.keys(rows[0]!).join(", "))
            .order("created_at", { ascending: false })
            .limit(100);
          expect(kept.data).toEqual(expect.arrayContaining(rows));
          await service.from(table).delete().not("id", "is", null);
        }),
        { numRuns: ROUNDS },
      );
      expect(taken, `Refused:\n${[...refused].join("\n")}`).toBeGreaterThan(ROUNDS);
    });
  });

  describe("job_requirements", () => {
    /** What may stand in a field, by its kind; in one that must be filled in something always does. */
    function typedInto(field: Field): fc.Arbitrary<unknown> {
      const { kind, isRequired, options = [["", ""]] } = definitionOf(field);
      const values: Record<FieldDefinition["kind"], fc.Arbitrary<unknown>> = {
        line: isRequired ? word(LIMITS.short) : short,
        text: isRequired ? word(LIMITS.long) : long,
        choice: oneOf(...options.map(([value]) => value)),
        tick: oneOf("", "on"),
        years: maybe(years),
        amount: maybe(amount),
        count: oneOf("1", "100000"),
        date: maybe(date),
        skills: isRequired ? skills.map((list) => [...list, "one"]) : skills,
      };
      return values[kind];
    }
    const entry = fc.record({
      ...Object.fromEntries(fieldNames.map((field) => [field, typedInto(field)])),
      pay_answered: fc.constant("currency period start"),
    });

    it("takes whatever its schema accepts, and keeps it to the last digit", async () => {
      const client_id = await clientIdOf(client);
      let taken = 0;
      const refused = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(entry, { minLength: 40, maxLength: 40 }), async (entries) => {
          const rows = accepted(requirementSchema, entries, refused).map((row) => ({ ...row, client_id }));
          if (rows.length === 0) return;
          const { data, error } = await world().service.from("job_requirements").insert(rows).select("*");
          expect(error).toBeNull();
          // JSON knows no -0.
          expect(data).toMatchObject(JSON.parse(JSON.stringify(rows)) as object[]);
          taken += rows.length;
        }),
        { numRuns: ROUNDS },
      );
      expect(taken, `Refused:\n${[...refused].join("\n")}`).toBeGreaterThan(ROUNDS);
    });

    it("is never asked for a page it can't find: a cursor Postgres does not read is none", async () => {
      const id = "3b241101-e2bb-4255-8caf-4136c566a962";
      for (const wrong of [
        "0000-01-01T00:00:00Z",
        "2026-01-01T00:00:00+23:59",
        `2026-01-01T00:00:00.${"0".repeat(200)}Z`,
        "2026-02-30T00:00:00Z",
        "2026-01-01T00:00:00Z\u0000",
      ]) {
        expect(readPlace(`${wrong}~${id}`)).toBeUndefined();
      }
      expect(readPlace(`2026-11-21T10:00:00.123456+00:00~${id}`)).toBeDefined();
      const cursor = fc
        .tuple(
          fc.date({ noInvalidDate: true }),
          fc.constantFrom("Z", "+00:00", "+05:30", "-14:59", "+14:59", "+23:59", "-00:00"),
          fc.constantFrom("", ".1", ".123456", ".999999999"),
        )
        .map(([when, offset, fraction]) => `${when.toISOString().slice(0, 19)}${fraction}${offset}~${id}`);
      let asked = 0;
      await fc.assert(
        fc.asyncProperty(cursor, async (each) => {
          const place = readPlace(each);
          if (!place) return;
          asked += 1;
          const [when, last] = place;
          const page = client.api.from("job_requirements").select("id").lte("created_at", when);
          expect((await page.or(`created_at.lt."${when}",id.lt.${last}`).limit(1)).error).toBeNull();
        }),
        {
          numRuns: times(200, 60),
          examples: [[`1900-01-01T00:00:00+14:59~${id}`], [`2999-12-31T23:59:59-14:59~${id}`]],
        },
      );
      expect(asked).toBeGreaterThan(2);
    });
  });

  describe("clients", () => {
    it("takes whatever the profile's schema accepts", async () => {
      const person = await world().addPerson();
      const { service } = world();
      await fc.assert(
        fc.asyncProperty(profile, async (entry) => {
          const [row] = accepted(profileSchema, [entry]);
          if (!row) return;
          const saved = await person.api
            .from("clients")
            .insert({ ...row, user_id: person.userId })
            .select("company_name, full_name, phone");
          expect(saved.error).toBeNull();
          expect(saved.data).toEqual([row]);
          await service.from("clients").delete().eq("user_id", person.userId);
        }),
        { numRuns: times(60, 8) },
      );
    });
  });
}
