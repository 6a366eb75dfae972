// `node scripts/baseline.ts > FILE`: the one migration that makes of an empty project what supabase/schemas say.
import { schemaScript } from "./database/schemas.ts";

process.stdout.write(`-- Made from supabase/schemas by scripts/baseline.ts: read those.\n\n${schemaScript()}`);
