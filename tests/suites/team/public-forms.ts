import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { publicForms, type FormKind } from "~/content/public-forms";
import type { Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { PUBLIC_FORMS } from "../../support/api/matrix.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, entries } from "./asking.ts";
import type { World } from "../world.ts";

type Texts = Record<string, string>;

/** What nobody else has written in a field. */
function freshWord(field: string): string {
  if (field.includes("email")) return freshEmail("typed");
  return field === "phone" ? `+91 9${randomInt(1e8, 1e9 - 1)}` : freshEmail().split(/[@-]/)[1]!;
}

/**
 * What holds for each public form, by what the site says of it: a form that is forgotten in one of the lists of
 * supabase/schemas/3-inbox/04-public-forms.sql fails here.
 */
export function describePublicForms(world: () => World): void {
  const { table, row, rows, itemOf, value } = asking(world);
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const hirer = prepare(() => addCompany(world(), "Forms Ltd"));

  const fieldsWith = (kind: FormKind, ...parts: string[]) =>
    publicForms[kind].fields.filter(([, , part]) => part && parts.includes(part)).map(([field]) => field);

  describe.each(PUBLIC_FORMS)("$table", ({ kind, table: relation, address, row: least }) => {
    const { fields, hours, origin } = publicForms[kind];

    /** Sends one as anybody can. @returns its id, and its line */
    async function send(more: Texts = {}) {
      const form_id = randomUUID();
      const sent = { ...least, [address]: freshEmail("form"), ...more, form_id };
      expect((await world().anon.from(relation).insert(sent)).error).toBeNull();
      const { id } = await row(relation, "form_id", form_id);
      return { id, item: await itemOf(`${kind}_id`, id) };
    }

    /** A word for each field that a visitor fills with words; the others are chosen, or the team's. */
    async function typedWords(): Promise<Texts> {
      const words: Texts = {};
      for (const [field] of fields) {
        const word = freshWord(field);
        const { error } = await world()
          .anon.from(relation)
          .insert({ ...least, [field]: word });
        if (error) expect(error.code).toMatch(/^(23514|22P02|42501|SUP)$/);
        else words[field] = word;
      }
      expect(Object.keys(words)).toEqual(expect.arrayContaining(fieldsWith(kind, "title", "words", "sender")));
      return words;
    }

    /** Of these, which the search finds. */
    async function foundBy(words: Texts, item: string): Promise<string[]> {
      const found: string[] = [];
      for (const [field, typed] of Object.entries(words)) {
        const lines = await ask<{ id: string }[]>(ann.api, "list_inbox", { filter: { words: typed } });
        if (lines.some(({ id }) => id === item)) found.push(field);
      }
      return found;
    }

    it("is due when its page has promised an answer, also in the figures", async () => {
      const { item } = await send();
      expect(Date.parse(item.due_at) - Date.parse(item.created_at)).toBe(hours * 3_600_000);
      const promised = `select extract(hours from promised) from private.arrivals where item_id = '${item.id}'`;
      expect(Number(await value(promised))).toBe(hours);
    });

    it("is found by each word that was typed, and by the new one when it is corrected", async () => {
      const words = await typedWords();
      const { id, item } = await send(words);
      const typed = Object.keys(words);
      expect(await foundBy(words, item.id), "private.searched_form_fields").toEqual(typed);
      for (const field of typed) {
        words[field] = freshWord(field);
        expect(
          (
            await table(relation)
              .update({ [field]: words[field] })
              .eq("id", id)
          ).error,
        ).toBeNull();
        const found = await foundBy({ [field]: words[field] }, item.id);
        expect(found, "private.follow_form, and the columns of its trigger").toEqual([field]);
      }
    });

    it("says who sent it and what it is about", async () => {
      const words = Object.fromEntries(
        fieldsWith(kind, "title", "words", "sender").map((field) => [field, freshWord(field)]),
      );
      const { item } = await send(words);
      const said = [item.sender, item.email, item.phone, item.company, item.subject].join("\n");
      for (const field of fieldsWith(kind, "sender")) {
        expect(said, `${field}: private.read_envelope`).toContain(words[field]);
      }
      const about = [...fieldsWith(kind, "title"), ...fieldsWith(kind, "words")];
      expect(item.subject, "private.read_envelope").toBe(words[about[0]!]);
      const quote = await value(
        `select private.words_of_form(private.form_of_item(item)) from public.inbox_items as item where id = '${item.id}'`,
      );
      for (const field of about) expect(quote, `${field}: private.words_of_form`).toContain(words[field]);
    });

    describe("becomes a requirement", () => {
      const convert = async (item: string) =>
        ask<string>(ann.api, "convert_item", { item, client: hirer.clientId, entries });

      it("that names it", async () => {
        const { id, item } = await send();
        const made: Tables<"job_requirements"> = await row("job_requirements", "id", await convert(item.id));
        expect(made[origin], "private.source_keys").toBe(id);
        expect(await value(`select private.made_of('${item.id}')`), "private.made_of").toBe(made.id);
        const [event] = await rows<{ type: string }>("requirement_events", "type", "requirement_id", made.id);
        expect(event?.type, "private.form_of").toBe("converted");
      });

      it("once, counted once", async () => {
        const { item } = await send();
        const made = await convert(item.id);
        expect(await convert(item.id), "private.made_of").toBe(made);
        expect(
          await world().query(`select item_id, requirement_id from private.arrivals
                                 where item_id = '${item.id}' or requirement_id = '${made}'`),
          "private.arrived_requirements, private.arrived_enquiries",
        ).toEqual([{ item_id: item.id, requirement_id: made }]);
      });

      it("whose line says who sent it", async () => {
        const { item } = await send();
        const line = await itemOf("requirement_id", await convert(item.id));
        const senders = await ask(ann.api, "inbox_senders", { items: [line.id] });
        expect(senders, "private.inbox_item_details").toMatchObject([{ sender: item.sender, email: item.email }]);
      });
    });
  });
}
