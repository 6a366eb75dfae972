// What lib/config/env.server needs to be imported at all: the unit tests' own environment. A worker runs one file after the
// other, so what a file has changed of it ends with that file.
process.env["SUPABASE_URL"] = "http://127.0.0.1:9";
process.env["SUPABASE_PUBLISHABLE_KEY"] = "sb_publishable_for_nobody";
process.env["SESSION_SECRET"] = "a secret of at least thirty-two characters";
