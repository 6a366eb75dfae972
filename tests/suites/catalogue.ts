import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextStatuses, statusNames } from "~/features/requirements/statuses";
import { definitionOf, fieldNames } from "~/features/requirements/fields";
import { ZONE } from "../../app/lib/config/agency";
import { cleanText, isWithin } from "~/lib/format/text";
import { FUNCTIONS, PUBLIC_FORMS } from "../support/api/matrix.ts";
import { publicTables } from "../support/api/tables.ts";
import { ROLES, type Role } from "../support/people/cast.ts";
import { anySign } from "../support/text/signs.ts";

/** Runs a statement as somebody who sees the whole catalogue. */
export type Query = (statement: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** What somebody may call by the Data API (tests/support/api/matrix.ts), and what refuses by itself whoever lacks its key. */
const exposedTo = (roles: readonly Role[]) => [
  "application_figures",
  "inbox_figures",
  ...Object.keys(FUNCTIONS).filter((name) => FUNCTIONS[name]!.by.some((role) => roles.includes(role))),
];

/**
 * What Supabase's linter looks at, as far as it matters here, and the rules that no API shows
 * (docs/decisions/database.md).
 */
export function describeCatalogue(query: Query): void {
  async function list<Value = string>(statement: string, ...values: unknown[]): Promise<Value[]> {
    const rows = await query(statement, values);
    return rows.map((row) => Object.values(row)[0] as Value);
  }

  it("an index of words has no list of what is yet to be sorted in, which each search would read", async () => {
    const lists = `select indexed.relname from pg_class as indexed join pg_am as method on method.oid = indexed.relam
        where method.amname = 'gin' and indexed.relnamespace = 'public'::regnamespace
          and (indexed.reloptions @> '{fastupdate=off}') is not true`;
    expect(await list(lists)).toEqual([]);
  });

  describe("every table in public", () => {
    it("is one that the tests know", async () => {
      const tables = await list(`select relname from pg_class where relnamespace = 'public'::regnamespace
                                 and relkind in ('r', 'p', 'f', 'm')`);
      expect(tables.sort()).toEqual([...publicTables].sort());
    });

    it("has row-level security forced, and a policy, or is the secret key's alone", async () => {
      expect(
        await list(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                    and not (relrowsecurity and relforcerowsecurity)`),
      ).toEqual([]);
      expect(
        await list(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                    and not exists (select from pg_policy where polrelid = pg_class.oid) order by 1`),
      ).toEqual(["crm_events", "mail_outbox"]);
    });

    it("has a primary key, and an index for every foreign key", async () => {
      expect(
        await list(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                    and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`),
      ).toEqual([]);
      expect(
        await list(`select conrelid::regclass::text from pg_constraint
                   where contype = 'f' and connamespace = 'public'::regnamespace
                     and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`),
      ).toEqual([]);
    });
  });

  describe("every policy", () => {
    it("is the only one for its action", async () => {
      expect(
        await list(`select polrelid::regclass::text from pg_policy group by polrelid, polcmd having count(*) > 1`),
      ).toEqual([]);
    });

    it("looks things up once a statement, not once a row", async () => {
      const expressions = await list<string | null>(
        `select concat(qual, ' ', with_check) from pg_policies where schemaname = 'public'`,
      );
      expect(expressions.length).toBeGreaterThan(8);
      expect(expressions.filter((each) => /(?<!SELECT )\b(auth|private)\.\w+\(/.test(each ?? ""))).toEqual([]);
    });

    it("asks something, but for those that let anybody send a public form", async () => {
      const open = await list(`select tablename || ': ' || policyname from pg_policies
                              where schemaname = 'public' and (qual = 'true' or with_check = 'true')`);
      expect(open.sort()).toEqual(PUBLIC_FORMS.map((form) => `${form.table}: anybody sends`).sort());
    });
  });

  it("the agency's time zone stands in one function, as the pages have it", async () => {
    expect(await list(`select proname from pg_proc where prosrc like '%Asia/%'`)).toEqual(["zone"]);
    expect(await list("select private.zone()")).toEqual([ZONE]);
  });

  describe("every function and view", () => {
    it("runs as its caller where the Data API reaches it", async () => {
      expect(
        await list(`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`),
      ).toEqual([]);
      expect(
        await list(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
                    and not coalesce('security_invoker=true' = any (reloptions), false)`),
      ).toEqual([]);
    });

    it("has its search path set", async () => {
      expect(
        await list(`select proname from pg_proc where pronamespace in ('private'::regnamespace, 'public'::regnamespace)
                    and not coalesce('search_path=""' = any (proconfig), false)`),
      ).toEqual([]);
    });

    /** What they call of the private schema beside what a function of the same name in public calls for them: checks and indexes. */
    const TEXT_CHECKS = ["are_skills", "invisible", "is_email", "is_filled", "is_text", "mailbox_of"];
    it.each([
      ["anon", ["anon"] as const, [...TEXT_CHECKS, "find_mail_link"]],
      [
        "authenticated",
        ROLES,
        [
          ...TEXT_CHECKS,
          ...[
            "adverts_for_reader",
            "answers_for_reader",
            "change_items",
            "change_team_role",
            "counts_for_reader",
            "current_access",
            "current_client_id",
          ],
          ...["current_user_id", "erase_person_as_admin", "find_mail_link", "has_role", "is_admin", "is_team_member"],
          ...[
            "may_export",
            "may_write_for_client",
            "own_dashboard",
            "own_drafts",
            "own_joining",
            "own_messages",
            "own_recruiters",
          ],
          ...["own_requirements", "own_waiting_candidates", "undo_answers", "visible_figures"],
          // Of the words that a company and its people are found by, which whoever writes them makes.
          ...["digits_of", "fold_text", "latin_digits", "number_ends", "numbers_in", "phone_numbers_in"],
          ...[
            "plain_company_name",
            "searchable_name",
            "straight_apostrophes",
            "plain_signs",
            "spaced_text",
            "joined_text",
          ],
          "words_of",
        ],
      ],
    ])("is called by %s only where it must be", async (role, callers, inPrivate) => {
      const callable = (schema: string) =>
        list(
          `select distinct proname from pg_proc where pronamespace = $2::regnamespace
             and prorettype <> 'trigger'::regtype and has_function_privilege($1, oid, 'execute')`,
          role,
          schema,
        );
      const exposed = exposedTo(callers);
      expect((await callable("public")).sort()).toEqual(exposed.sort());
      const others = (await callable("private")).filter((name) => !exposed.includes(name));
      expect(others.sort()).toEqual(inPrivate.sort());
    });

    it("of the private schema, no table is anybody's", async () => {
      for (const role of ["anon", "authenticated", "service_role"]) {
        expect(
          await list(
            `select relname from pg_class where relnamespace = 'private'::regnamespace and relkind = 'r'
            and has_table_privilege($1, oid, 'select, insert, update, delete')`,
            role,
          ),
        ).toEqual([]);
      }
    });
  });

  describe("a requirement", () => {
    it("changes its status by the same table in the app and in the database", async () => {
      const pairs = await list(
        `select concat_ws(' ', side, from_status, to_status) from private.requirement_transitions()`,
      );
      const expected = statusNames.flatMap((before) =>
        (["company", "team"] as const).flatMap((side) =>
          nextStatuses(before, side).map((after) => `${side} ${before} ${after}`),
        ),
      );
      expect(
        pairs.sort(),
        "pairs of private.requirement_transitions, and of nextStatuses in app/features/requirements/statuses.ts",
      ).toEqual(expected.sort());
    });

    it("has its statuses in the order in which the app lists them", async () => {
      expect(
        await list("select unnest(enum_range(null::public.requirement_status))::text"),
        "the order of the type (0-foundation/02-types.sql: add value ... before), and of app/features/requirements/statuses.ts",
      ).toEqual(statusNames);
    });

    it("has the form's fields in the database's list, and each is a column", async () => {
      const fields = await list("select unnest(private.requirement_fields())");
      expect(fields.sort()).toEqual([...fieldNames].sort());
      expect(
        await list(`select unnest(private.requirement_fields()) except select column_name from information_schema.columns
                    where table_schema = 'public' and table_name = 'job_requirements'`),
      ).toEqual([]);
    });

    it.each([
      ["searched", ["line", "text", "skills"]],
      ["long", ["text", "skills"]],
    ])("has the fields that are %s, by what they are asked as", async (which, kinds) => {
      const fields = await list(`select unnest(private.${which}_requirement_fields())`);
      const expected = fieldNames.filter((field) => kinds.includes(definitionOf(field).kind));
      expect(fields.sort()).toEqual(expected.sort());
    });
  });

  describe("what is filled in", () => {
    it("is the same for the database and the schemas, in every character of Unicode", async () => {
      // Letters and signs stand in the first three planes, tags in the fifteenth; the others are empty or private.
      const codes = [0, 1, 2, 14]
        .flatMap((plane) => Array.from({ length: 0x10000 }, (_, index) => plane * 0x10000 + index))
        .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff));
      const [text] = await list(
        `select regexp_replace(string_agg(chr(code), '' order by place), '[^' || private.invisible() || ']', '', 'g')
         from unnest($1::integer[]) with ordinality as given (code, place)`,
        codes,
      );
      const blank = [...text!].map((character) => character.codePointAt(0));
      expect(blank).toEqual(codes.filter((code) => cleanText(String.fromCodePoint(code)) === ""));
      // The list is written out; this is what it is meant to be.
      const invisible = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;
      expect(blank).toEqual(codes.filter((code) => invisible.test(String.fromCodePoint(code))));
    });

    it("is the same in any text, and as long", async () => {
      const unit = fc.oneof(
        fc.constantFrom(..." \t\n\u0085\u00a0\u200b\u200d\u3164\ufe0fx\u0301", "\u{1f469}\u200d\u{1f4bb}", "\u{e0041}"),
        fc.string({ unit: anySign, minLength: 1, maxLength: 1 }),
      );
      const texts = fc.sample(fc.string({ unit, maxLength: 12 }), 4_000).filter((value) => !value.includes("\u0000"));
      const seen = await list<boolean>(
        `select private.is_text(value, 8) from unnest($1::text[]) with ordinality as given (value, place) order by place`,
        texts.map((value) => value.toWellFormed()),
      );
      expect(seen).toEqual(texts.map((value) => cleanText(value) !== "" && isWithin(value, 8)));
      const kept = await list<string | null>(
        `select private.metadata_text(jsonb_build_object('a', value), 'a') from unnest($1::text[]) with ordinality as given (value, place) order by place`,
        texts.map(cleanText),
      );
      // A sign-up's metadata becomes a client as the schema gave it.
      expect(kept).toEqual(texts.map((value) => cleanText(value) || null));
    });
  });
}
