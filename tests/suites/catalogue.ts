import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statusNames, statusOf } from "~/features/requirements/statuses";
import { fieldNames } from "~/features/requirements/fields";
import { cleanText, isWithin } from "~/lib/format/text";
import { publicTables } from "../support/api/tables.ts";
import { anySign } from "../support/text/signs.ts";

/** Runs a statement as somebody who sees the whole catalogue. */
export type Query = (statement: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** What the team and companies do through a function that asks itself who calls it: by this name in both schemas. */
const ASKING = [
  ["accept_own_invitation", "begin_company", "change_member_access", "change_requirement_status"],
  ["client_contacts", "convert_item", "convert_item_for_new", "count_inbox"],
  [
    "delete_requirement_draft",
    "edit_company",
    "edit_own_name",
    "edit_requirement",
    "edit_requirement_as_team",
    "edit_team_member",
  ],
  ["count_open_requirements", "end_absence", "give_requirements", "list_activity", "list_open_requirements", "my_day"],
  ["list_workloads"],
  ["remove_member", "set_absence", "set_message_quotes", "work_in_hand"],
  [
    "file_requirement",
    "find_enquiries",
    "find_members",
    "mend_search",
    "record_enquiry",
    "read_client",
    "read_item_history",
    "read_items",
    "read_requirement",
    "owns_requirement",
  ],
  ["export_group", "export_inbox", "export_requirements", "file_requirement_draft", "give_item", "hand_over_company"],
  ["inbox_senders", "leave_company", "list_clients", "list_group", "list_inbox", "list_requirements"],
  ["next_item", "note_once", "open_item", "open_messages", "own_company", "own_invitations"],
  ["post_message", "related_items", "requirement_frame", "requirement_history"],
  ["save_requirement_draft"],
  ["set_item_due", "set_item_state", "set_notifications", "set_recruiter", "suggest_clients", "take_item"],
  ["take_next_item", "take_next_of", "team_frame", "withdraw_requirement"],
  ["delete_reply_template", "finish_item", "list_changeable", "save_reply_template", "undo_act"],
  ["add_never", "add_to_shortlist", "answer_candidates", "ask_candidates", "ask_to_keep", "company_candidates"],
  ["erase_candidate", "export_candidate", "export_candidates", "list_candidates", "mark_entry", "merge_candidates"],
  ["note_candidate", "read_candidate", "read_shortlist", "release_answer", "remove_never", "save_candidate"],
  ["set_card", "set_shortlist", "show_candidates", "similar_candidates", "take_back_entry"],
].flat();

/** What whoever has the link of a mail, or the session that a candidate's code opens, does with it, signed in or not. */
const BY_LINK = [
  ["prepare_invited_account", "subscription_by_token", "unsubscribe"],
  ["candidate_question", "disown_address", "enter_candidate_code", "refuse_candidate_question"],
  ["request_candidate_link", "send_candidate_code"],
  ["add_own_never", "agree_to_be_kept", "agree_to_card", "edit_own_candidate", "erase_own_candidate"],
  ["close_candidate_page", "export_own_candidate", "own_candidate_page", "remove_own_never", "withdraw_from"],
]
  .flat()
  .flatMap((name) => [`private.${name}`, `public.${name}`]);

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

  describe("row 16: every table in public", () => {
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

  describe("row 16: every policy", () => {
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

    it("asks something, but for the three that let anybody send", async () => {
      const open = await list(`select tablename || ': ' || policyname from pg_policies
                              where schemaname = 'public' and (qual = 'true' or with_check = 'true')`);
      expect(open.sort()).toEqual([
        "consultation_requests: anybody sends",
        "contact_submissions: anybody sends",
        "public_job_submissions: anybody sends",
      ]);
    });
  });

  describe("row 16: every function and view", () => {
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

    it.each([
      [
        "anon",
        [
          "private.are_skills",
          "private.crm_backlog",
          "private.find_mail_link",
          "private.inbox_figures",
          "private.invisible",
          "private.invitation_by_token",
          "private.is_email",
          "private.is_filled",
          "private.is_text",
          "private.mail_backlog",
        ],
        ["public.crm_backlog", "public.inbox_figures", "public.invitation_by_token"],
        ["public.mail_backlog", "public.mail_link", "private.schedule_runs", "public.schedule_runs"],
        ["private.schema_version", "public.schema_version"],
        BY_LINK,
      ],
      [
        "authenticated",
        [
          "private.accept_invitation",
          "private.are_skills",
          "private.change_team_role",
          "private.crm_backlog",
          "private.current_access",
          "private.current_client_id",
          "private.current_user_id",
          "private.erase_person_as_admin",
          "private.find_mail_link",
          "private.has_role",
          "private.inbox_figures",
          "private.invisible",
          "private.invitation_by_token",
          "private.invite_member",
          "private.invite_owner",
          "private.invite_to_team",
          "private.is_admin",
          "private.is_email",
          "private.is_filled",
          "private.is_team_member",
          "private.is_text",
          "private.mail_backlog",
          "private.may_export",
          "private.may_write_for_client",
          // Of the words that a company and its people are found by, which whoever writes them makes.
          "private.numbers_in",
          "private.searchable_name",
          "private.own_messages",
          "private.own_waiting_candidates",
          "private.own_drafts",
          "private.own_joining",
          "private.own_recruiters",
          "private.own_requirements",
          "private.counts_for_reader",
          "private.visible_figures",
          "private.resend_invitation",
          "private.revoke_invitation",
          "private.schedule_runs",
          "private.schema_version",
          "public.accept_invitation",
          "public.crm_backlog",
          "public.dashboard_page",
          "public.erase_person",
          "public.inbox_figures",
          "public.invitation_by_token",
          "public.invite_member",
          "public.invite_owner",
          "public.invite_to_team",
          "public.mail_backlog",
          "public.mail_link",
          "public.own_dashboard",
          "public.remove_team_member",
          "public.requirement_draft",
          "public.resend_invitation",
          "public.revoke_invitation",
          "public.schedule_runs",
          "public.schema_version",
          "public.set_team_role",
        ],
        ASKING.flatMap((name) => [`private.${name}`, `public.${name}`]),
        ["private.change_items", "public.give_items", "public.set_item_states"],
        BY_LINK,
      ],
    ])("is called by %s only where it must be", async (role, ...names) => {
      const callable = await list(
        `select pronamespace::regnamespace || '.' || proname from pg_proc
        where pronamespace in ('private'::regnamespace, 'public'::regnamespace)
          and prorettype <> 'trigger'::regtype and has_function_privilege($1, oid, 'execute')`,
        role,
      );
      expect(callable.sort()).toEqual(names.flat().sort());
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
        Object.entries(statusOf(before).next).flatMap(([side, after]) =>
          after.map((status) => `${side} ${before} ${status}`),
        ),
      );
      expect(pairs.sort()).toEqual(expected.sort());
    });

    it("has the form's fields in the database's list, and each is a column", async () => {
      const fields = await list("select unnest(private.requirement_fields())");
      expect(fields.sort()).toEqual([...fieldNames].sort());
      expect(
        await list(`select unnest(private.requirement_fields()) except select column_name from information_schema.columns
                    where table_schema = 'public' and table_name = 'job_requirements'`),
      ).toEqual([]);
      expect(
        await list(
          "select unnest(private.long_requirement_fields()) except select unnest(private.requirement_fields())",
        ),
      ).toEqual([]);
    });
  });

  describe("A18: what is filled in", () => {
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
