-- What comes after this begins with the rights that Supabase gives everything, as on every project: a migration that adds a
-- function or a table takes them back. `npm run db:migration` writes that along.
alter default privileges grant execute on functions to public;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated;
