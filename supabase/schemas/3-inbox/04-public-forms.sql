-- What comes by the public forms becomes items, which say who sent it and what it is about. All that the database knows of each
-- form stands here, but for its kind (0-foundation/02-types.sql), its table (2-requirements/01-public-forms.sql) and the columns
-- that name a row of it ("Keys").

-- The public forms: the table of each kind, and what its rows are called where people are listed (private.list_people).
create function private.public_forms() returns table (kind public.inbox_kind, relation text, people text)
  language sql immutable rows 3 set search_path = '' as $$
    values ('contact'::public.inbox_kind, 'contact_submissions', 'messages'),
           ('posting', 'public_job_submissions', 'postings'),
           ('consultation', 'consultation_requests', 'consultations')
  $$;

-- # Keys

-- An item names the row that it came by, and a requirement the row that it was made of: `<kind>_id`, last in public.inbox_items
-- (01-inbox.sql), and `source_<kind>_id`, last in public.job_requirements (2-requirements/02-requirements.sql).
alter table public.inbox_items
  add constraint one_of_four check (num_nonnulls(contact_id, posting_id, consultation_id, requirement_id) = 1
    and case kind when 'contact' then contact_id when 'posting' then posting_id
                  when 'consultation' then consultation_id else requirement_id end is not null);

-- What a requirement that is made of an item says it was made of.
create function private.source_keys(item public.inbox_items) returns jsonb
  language sql immutable set search_path = '' as $$
    select jsonb_build_object('source_posting_id', item.posting_id, 'source_contact_id', item.contact_id,
                              'source_consultation_id', item.consultation_id)
  $$;

-- # What a form says

-- The form that an item came by, with all its fields; null for a requirement.
create function private.form_of_item(item public.inbox_items) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select case item.kind
        when 'contact' then (select to_jsonb(form) from public.contact_submissions as form where form.id = item.contact_id)
        when 'posting' then (select to_jsonb(form) from public.public_job_submissions as form where form.id = item.posting_id)
        when 'consultation' then (select to_jsonb(form) from public.consultation_requests as form
                                    where form.id = item.consultation_id) end
  $$;

-- Who sent a form, how to reach them, and what it is about, whatever its fields are called.
create function private.read_envelope(form jsonb)
  returns table (sender text, email text, phone text, company text, subject text, reference text, source text)
  language sql immutable rows 1 set search_path = '' as $$
    select coalesce(form ->> 'name', form ->> 'contact_name', (form ->> 'first_name') || ' ' || (form ->> 'last_name')),
           coalesce(form ->> 'email', form ->> 'contact_email'), form ->> 'phone', form ->> 'company',
           coalesce(form ->> 'job_title', form ->> 'requirement', form ->> 'needs'),
           private.reference_of(coalesce(form ->> 'form_id', form ->> 'id')::uuid), form ->> 'source'
  $$;

-- The fields of the forms that a search looks in, but for those that requirements have too (private.searched_requirement_fields).
create function private.searched_form_fields() returns text[]
  language sql immutable set search_path = '' as $$
    select array['name', 'first_name', 'last_name', 'contact_name', 'email', 'contact_email', 'phone', 'company', 'requirement',
                 'needs', 'skills']
  $$;

-- What its sender wrote, as a reply quotes it.
create function private.words_of_form(form jsonb) returns text
  language sql immutable set search_path = '' as $$
    select coalesce(form ->> 'requirement', form ->> 'needs',
                    concat_ws(chr(10), form ->> 'job_title', form ->> 'location', form ->> 'job_description'))
  $$;

-- # How its item is made

-- When somebody is to be answered: what the site promises (specification, section 9).
create function private.promised(kind public.inbox_kind) returns interval
  language sql immutable set search_path = ''
  as $$ select case when kind in ('contact', 'consultation') then interval '24 hours' else interval '48 hours' end $$;

-- Makes the item of a form, of the kind that the trigger names.
create function private.make_item() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    kind public.inbox_kind := tg_argv[0];
    sender record;
    made uuid;
  begin
    -- What the team writes down is read in any case.
    select case when coalesce(envelope.source, 'form') = 'form' then private.spam_mark_of(envelope.email, envelope.phone) end as mark
      into sender from private.read_envelope(to_jsonb(new)) as envelope;
    insert into public.inbox_items (state, kind, contact_id, posting_id, consultation_id, created_at, last_activity_at, due_at,
                                    is_suspect, is_flood, search, sender, email, phone, company, subject, reference, source)
      select case when sender.mark is null then 'new'::public.inbox_state else 'spam' end, kind,
             case kind when 'contact' then new.id end, case kind when 'posting' then new.id end,
             case kind when 'consultation' then new.id end,
             new.created_at, new.created_at, new.created_at + private.promised(kind), new.suspect, new.flood,
             private.searchable_enquiry(to_jsonb(new), new.flood), envelope.*
        from private.read_envelope(to_jsonb(new)) as envelope
      returning id into made;
    if sender.mark is not null then
      insert into private.spam_arrivals (item_id, act) values (made, sender.mark);
      insert into public.item_events (item_id, type) values (made, 'sender_spam');
    end if;
    return null;
  end $$;

-- A form that is corrected: its item says the same.
create function private.follow_form() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    update public.inbox_items as item
      set (sender, email, phone, company, subject, reference, source)
            = (select * from private.read_envelope(to_jsonb(new))),
          search = private.searchable_enquiry(to_jsonb(new), item.is_flood)
      where item.contact_id = new.id or item.posting_id = new.id or item.consultation_id = new.id;
    return null;
  end $$;

create trigger make_item after insert on public.contact_submissions
  for each row execute function private.make_item('contact');
create trigger follow_form after update of name, email, phone, company, requirement, source on public.contact_submissions
  for each row execute function private.follow_form();

create trigger make_item after insert on public.public_job_submissions
  for each row execute function private.make_item('posting');
create trigger follow_form after update of contact_name, contact_email, phone, company, job_title, location, skills,
  job_description on public.public_job_submissions for each row execute function private.follow_form();

create trigger make_item after insert on public.consultation_requests
  for each row execute function private.make_item('consultation');
create trigger follow_form after update of first_name, last_name, email, phone, company, needs on public.consultation_requests
  for each row execute function private.follow_form();

-- # What an item says

-- What came by a form or was written down, with who sent it and what it is about: read of the form until the schedule has
-- filled that in.
create view private.enquiries as
  select item.id, item.kind, item.contact_id, item.posting_id, item.consultation_id,
         coalesce(item.contact_id, item.posting_id, item.consultation_id) as form_row_id, item.created_at, item.search,
         coalesce(item.sender, form.sender) as sender, coalesce(item.email, form.email) as email,
         coalesce(item.phone, form.phone) as phone, coalesce(item.company, form.company) as company,
         coalesce(item.subject, form.subject) as subject, coalesce(item.reference, form.reference) as reference,
         coalesce(item.source, form.source) as source
    from public.inbox_items as item
    left join lateral (select envelope.* from private.read_envelope(private.form_of_item(item)) as envelope
                         where item.sender is null limit 1) as form on true
    where item.requirement_id is null;

-- Each item with who sent it and what it is about: as it came, or what its requirement was made of, and else as its company and
-- its people are now. Those of a list are asked for one by one, by their ids.
create view private.inbox_item_details as
  select item.id, item.kind, item.state, item.assignee, item.claim_expires_at, item.due_at, item.first_seen_at,
         item.last_activity_at, item.is_suspect, item.version, item.created_at, item.requirement_id,
         coalesce(sent.sender, member.full_name, client.full_name) as sender,
         case when sent.id is not null then sent.email else account.email::text end as email,
         case when sent.id is not null then sent.phone
              when requirement.submitted_by is not null then member.phone
              else client.phone end as phone,
         coalesce(client.company_name, sent.company) as company, coalesce(requirement.job_title, sent.subject) as subject,
         item.is_flood, case when item.requirement_id is null then sent.source end as source,
         requirement.status as requirement_status, case when item.requirement_id is null then sent.reference end as reference
    from public.inbox_items as item
    left join public.job_requirements as requirement on requirement.id = item.requirement_id
    left join private.enquiries as sent
      on sent.id = case when item.requirement_id is null then item.id end
      or sent.contact_id = requirement.source_contact_id or sent.posting_id = requirement.source_posting_id
      or sent.consultation_id = requirement.source_consultation_id
    left join public.clients as client on client.id = requirement.client_id
    left join auth.users as account on account.id = coalesce(requirement.submitted_by, client.user_id)
    left join public.client_members as member on member.user_id = requirement.submitted_by;

-- # What becomes of it

-- The requirement that an enquiry has become; null when it has become none.
create function private.made_of(item uuid) returns uuid
  language sql stable security definer set search_path = '' as $$
    select made.id from public.inbox_items as sent
      join public.job_requirements as made
        on made.source_posting_id = sent.posting_id or made.source_contact_id = sent.contact_id
        or made.source_consultation_id = sent.consultation_id
      where sent.id = item
  $$;

-- The public form that a requirement was made of, if it was one: which address it names, and when it came.
create function private.form_of(requirement public.job_requirements) returns table (address text, came timestamptz)
  language sql stable security definer rows 1 set search_path = '' as $$
    select private.normal_address(sent.email), sent.created_at from private.enquiries as sent
      where (sent.contact_id = requirement.source_contact_id or sent.posting_id = requirement.source_posting_id
             or sent.consultation_id = requirement.source_consultation_id)
        and coalesce(sent.source, 'form') = 'form'
  $$;

-- What came, as the figures count it (7-figures), with the indexes by time that it is found by.
create index job_requirements_arrived on public.job_requirements (created_at)
  include (id, client_id, recruiter_id, is_filed_by_team)
  where source_contact_id is null and source_posting_id is null and source_consultation_id is null;
create index inbox_items_arrived on public.inbox_items (created_at)
  include (id, kind, state, assignee, claim_expires_at, source, contact_id, posting_id, consultation_id) where requirement_id is null;

-- A requirement that was made of no enquiry, as it came: who is in charge of it now, for whom, the way by which it came, and how
-- soon an answer was promised. What the team has filed itself waits for none.
create view private.arrived_requirements as
  select requirement.id as subject, requirement.created_at as at, null::uuid as item_id, requirement.id as requirement_id,
         requirement.recruiter_id, requirement.client_id,
         case when requirement.is_filed_by_team then 'team' else 'company' end as way, private.promised('requirement') as promised,
         requirement.is_filed_by_team
    from public.job_requirements as requirement
    where requirement.source_contact_id is null and requirement.source_posting_id is null
      and requirement.source_consultation_id is null;

-- An enquiry that is no spam, likewise; a requirement that it was made into is the enquiry's.
create view private.arrived_enquiries as
  select item.id as subject, item.created_at as at, item.id as item_id,
         coalesce(of_contact.id, of_posting.id, of_consultation.id) as requirement_id,
         coalesce(of_contact.recruiter_id, of_posting.recruiter_id, of_consultation.recruiter_id,
                  case when (item.claim_expires_at <= now()) is not true then item.assignee end) as recruiter_id,
         coalesce(of_contact.client_id, of_posting.client_id, of_consultation.client_id) as client_id,
         case when item.kind = 'contact' then coalesce(item.source, 'form') else item.kind::text end as way,
         -- Of a kind that stands here it is asked once, and not at each enquiry.
         case item.kind when 'contact' then private.promised('contact') when 'posting' then private.promised('posting')
                        else private.promised(item.kind) end as promised
    from public.inbox_items as item
    -- Few requirements are made of enquiries: said so, they are read once, and not looked for at each enquiry.
    left join public.job_requirements as of_contact
      on of_contact.source_contact_id = item.contact_id and of_contact.source_contact_id is not null
    left join public.job_requirements as of_posting
      on of_posting.source_posting_id = item.posting_id and of_posting.source_posting_id is not null
    left join public.job_requirements as of_consultation
      on of_consultation.source_consultation_id = item.consultation_id and of_consultation.source_consultation_id is not null
    where item.requirement_id is null and item.state <> 'spam';

-- What came: both.
create view private.arrivals as
  select subject, at, item_id, requirement_id, recruiter_id, client_id, way, promised from private.arrived_requirements
  union all
  select subject, at, item_id, requirement_id, recruiter_id, client_id, way, promised from private.arrived_enquiries;

-- # Items of before

-- The form of an item as it is once the item's row is held: volatile, since a stable function reads what the statement began
-- with, and a form may have been corrected while the statement waited for its item.
create function private.form_of_held_item(item public.inbox_items) returns jsonb
  language sql volatile security definer set search_path = ''
  as $$ select private.form_of_item(item) $$;

-- Fills in who sent what has no sender yet, in pieces.
create function private.fill_envelopes() returns void
  language sql security definer set search_path = '' as $$
    select private.request_row_fill('senders of items', 'public.inbox_items',
      '(sender, email, phone, company, subject, reference, source)
         = (select * from private.read_envelope(private.form_of_held_item(filled)))', 'sender is null and requirement_id is null')
  $$;
