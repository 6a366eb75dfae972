import { afterAll, expect, it } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { ask } from "../suites/team/asking.ts";
import { mailTo } from "../support/services/mailbox.ts";
import { addTeamMember } from "../support/people/cast.ts";
import { freshEmail } from "../support/people/people.ts";

// What people of the team and of companies are told by mail: from the function they call to the mailbox.
const world = await startEmbeddedWorld();
afterAll(() => world.close());
const admin = await addTeamMember(world, "admin");
const owner = await world.addClient("Mails & Sons Ltd");

/** Has the mails sent that are due, and reads those of one address, newest first. */
async function mailsTo(email: string) {
  const headers = { authorization: `Bearer ${world.tokenOf(admin.userId)}` };
  const url = `${world.url}/functions/v1/deliver-mail`;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ type: "wake" }) });
  expect(response.status).toBe(200);
  return (await mailTo(world.url, email)).filter(({ message_id }) => message_id !== undefined);
}

function tokenIn(links: string[]): string {
  const url = new URL(links[0]!);
  expect([links.length, url.origin, url.pathname]).toEqual([1, "http://localhost:3999", "/invitation"]);
  return url.searchParams.get("token")!;
}

it("an invitation's mail carries a link that shows it, and a new issue a new one", async () => {
  const address = freshEmail();
  const invitation = await ask(admin.api, "invite_to_team", { address, new_role: "recruiter", full_name: "New" });
  const [first] = await mailsTo(address);
  expect(first).toMatchObject({ subject: "You are invited to the team of Kaushal Global Hiring" });
  const token = tokenIn(first!.links);
  const shown = { id: invitation, kind: "team", role: "recruiter", state: "open" };
  expect((await world.anon.rpc("invitation_by_token", { token })).data).toMatchObject(shown);
  await world.service.from("invitations").update({ issued_at: "2020-01-01" }).eq("id", invitation);
  await ask(admin.api, "resend_invitation", { invitation });
  const [second, ...others] = await mailsTo(address);
  expect(others).toHaveLength(1);
  expect(tokenIn(second!.links)).not.toBe(token);
  expect((await world.anon.rpc("invitation_by_token", { token })).data).toBeNull();
});

it("an invitation to a company names it; one that is taken back before its turn is not sent", async () => {
  const [address, other] = [freshEmail(), freshEmail()];
  await ask(owner.api, "invite_member", { address, new_access: "viewer" });
  const invitation = await ask(owner.api, "invite_member", { address: other, new_access: "member" });
  await ask(owner.api, "revoke_invitation", { invitation });
  const [mail] = await mailsTo(address);
  expect(mail).toMatchObject({ subject: "An invitation to the client portal of Kaushal Global Hiring" });
  expect(mail!.text).toContain("for the company Mails & Sons Ltd.");
  expect(mail!.text).toContain("You would be its viewer: you read requirements.");
  expect(await mailsTo(other)).toEqual([]);
  const { data } = await world.service.from("mail_outbox").select("sent_at, skipped_at").eq("address", other);
  expect(data).toEqual([{ sent_at: null, skipped_at: expect.any(String) as unknown }]);
});

it("a new password is told to the account's address, though nobody was asked for the old one; its sign-up's is not", async () => {
  const person = await world.addClient("Passwords Ltd");
  const told = async () =>
    (await mailsTo(person.email)).filter(({ subject }) => subject === "Your password was changed");
  expect(await told()).toEqual([]);
  const response = await fetch(`${world.url}/auth/v1/user`, {
    method: "PUT",
    headers: {
      apikey: world.publishableKey,
      authorization: `Bearer ${world.tokenOf(person.userId)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ password: "another battery staple" }),
  });
  expect(response.status).toBe(200);
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail!.text).toContain(
    "If it was not, someone else has used your account. Set a new password at once: that signs out everyone who is signed in to it.",
  );
  expect(mail!.links).toEqual(["http://localhost:3999/client-auth?view=forgot"]);
});

it("whoever gets another role or access, or loses it, is told by mail; whoever did it alone is not", async () => {
  const [colleague, member] = [await addTeamMember(world, "recruiter"), await world.addPerson()];
  expect(await mailsTo(colleague.email)).toEqual([]);
  await ask(admin.api, "set_team_role", { person: colleague.userId, new_role: "hr_manager" });
  await ask(admin.api, "set_team_role", { person: colleague.userId, new_role: "hr_manager" });
  expect((await mailsTo(colleague.email)).map(({ subject }) => subject)).toEqual([
    "Your role at Kaushal Global Hiring has changed",
  ]);
  await ask(admin.api, "remove_team_member", { person: colleague.userId });
  expect((await mailsTo(colleague.email))[0]).toMatchObject({
    subject: "You are no longer in the team of Kaushal Global Hiring",
  });

  await ask(owner.api, "invite_member", { address: member.email, new_access: "viewer" });
  const token = tokenIn((await mailsTo(member.email))[0]!.links);
  await ask(member.api, "accept_invitation", { token });
  expect(await mailsTo(member.email)).toHaveLength(1);
  await ask(owner.api, "change_member_access", { person: member.userId, seen: 1, new_access: "member" });
  await ask(owner.api, "change_member_access", { person: member.userId, seen: 2, new_access: "owner" });
  const [changed] = await mailsTo(member.email);
  // Two changes before anybody looked are one mail, of what holds now.
  expect(await mailsTo(member.email)).toHaveLength(2);
  expect(changed).toMatchObject({ subject: "Your access to a company has changed" });
  expect(changed!.text).toContain("you are now owner:");
  await ask(member.api, "remove_member", { person: owner.userId });
  expect((await mailsTo(owner.email))[0]).toMatchObject({ subject: "You are no longer a member of a company" });
  await world.service.rpc("erase_person", { address: member.email });
  const { data } = await world.service.from("mail_outbox").select("id").eq("user_id", member.userId);
  expect(data).toEqual([]);
});
